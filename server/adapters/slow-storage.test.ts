import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { images } from '#server/domains/images/images.table.ts'
import { openTestApplication, type TestApplication } from '../../testing/application.ts'
import { collectGarbage } from '../../testing/collect-garbage.ts'
import { drawTwoColors, readBytes, send } from '../../testing/images.ts'
import { createS3Storage } from './s3-storage.ts'

/** In place of half a minute. */
const TIMEOUT_MS = 400
const SIZE = 5_000
const PICTURE = `/pictures/${'a'.repeat(64)}-${'b'.repeat(12)}/320.webp`

type Behavior = (response: ServerResponse) => void
const silent: Behavior = () => {}
const stalled: Behavior = (response) =>
  void response.writeHead(200, { 'content-length': SIZE }).write('the first bytes')
const quick: Behavior = (response) => void response.writeHead(200, { 'content-length': SIZE }).end(Buffer.alloc(SIZE))

let behavior: Behavior = silent
let received = 0
const bucket = createServer((request, response) => {
  request.resume().on('end', () => {
    received++
    behavior(response)
  })
})
let application: TestApplication
let url: string
beforeAll(async () => {
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  const settings = {
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    bucket: 'school-pictures',
    region: 'eu-central-1',
    accessKeyId: 'a key',
    secretAccessKey: 'a secret',
  }
  application = await openTestApplication({
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  })
  Object.assign(application.imagePipeline.storage, createS3Storage(settings, TIMEOUT_MS))
  url = await application.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  bucket.closeAllConnections()
  bucket.close()
  await application.close()
})
beforeEach(() => {
  application.logged.splice(0)
  received = 0
})

const drawUpload = () => readBytes(drawTwoColors(40, 30).jpeg())

describe.each([
  ['accepts uploads and never responds', silent],
  ['stops in the middle of a picture', stalled],
])('a bucket that %s', (_, slow) => {
  beforeEach(() => {
    behavior = slow
  })

  it('costs a picture a clear end within the time limit', async () => {
    const begun = performance.now()
    const ended = await fetch(`${url}${PICTURE}`).then(async (response) => {
      if (response.status === 200) return response.arrayBuffer().catch(() => 'broken off')
      return (await response.json()).message
    })
    expect(ended).toBe(slow === silent ? "We couldn't load the picture. Try again in a moment." : 'broken off')
    expect(performance.now() - begun).toBeLessThan(10 * TIMEOUT_MS)
  })

  it('ends within the time limit even if garbage is collected before', async () => {
    const ended = fetch(`${url}${PICTURE}`).then((response) => response.arrayBuffer())
    const settled = Promise.allSettled([ended])
    await expect.poll(() => received).toBe(1)
    collectGarbage()
    const isInTime = Promise.race([settled.then(() => true), delay(10 * TIMEOUT_MS).then(() => false)])
    expect(await isInTime).toBe(true)
  })

  it('leaves other requests as fast as before, while many pictures wait', async () => {
    const waiting = Array.from({ length: 50 }, () =>
      fetch(`${url}${PICTURE}`).then((response) => response.arrayBuffer()),
    )
    const settled = Promise.allSettled(waiting)
    const isFirst = Promise.race([settled.then(() => false), readOthers().then(() => true)])
    expect(await isFirst).toBe(true)
    await settled
  })
})

async function readOthers(): Promise<void> {
  const admin = await application.signedIn('admin')
  for (const path of ['/classes', '/api/all-classes', '/readyz'])
    expect((await admin.request('GET', path)).statusCode).toBe(200)
}

it('an upload to a bucket that is too slow fails in words, is logged for operators, and works once the bucket is quick', async () => {
  const instructor = await application.signedIn('instructor')
  behavior = silent
  const bytes = await drawUpload()
  const refused = await send(instructor, bytes)
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    expect.objectContaining({
      code: 'PICTURE_HOST_UNAVAILABLE',
      message: "We couldn't save the picture. Try again in a moment.",
    }),
  ])
  expect(application.logged.join()).toContain('TimeoutError')
  const rows = await application.services.db.select().from(images)
  expect(rows.map(({ ready }) => ready)).toEqual([false])
  behavior = quick
  expect((await send(instructor, bytes)).statusCode).toBe(200)
})
