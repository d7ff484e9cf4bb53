import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { drawTwoColors, formWith, readBytes, send } from '../../../testing/images.ts'
import { MAX_UPLOADS_PER_USER } from './intake.ts'

let application: TestApplication
let port: number
let connections: Set<Socket>
beforeEach(async () => {
  application = await openForThisTest()
  connections = new Set()
  application.app.server.on('connection', (socket) => connections.add(socket))
  await application.app.listen({ host: '127.0.0.1', port: 0 })
  port = (application.app.server.address() as AddressInfo).port
})

const HEAD = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
const PERIOD_MS = 20_000

/** Begins an upload of a megabyte, and sends its first bytes. */
async function begin(token: string, first = `${HEAD}x`): Promise<ClientRequest> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': 1024 * 1024,
  }
  const begun = request({ port, method: 'POST', path: '/api/images', headers })
  begun.on('error', () => {})
  onTestFinished(() => void begun.destroy())
  begun.write(first)
  return begun
}

async function readResponse(sent: ClientRequest) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { code } = (await json(response)) as { code: string }
  return { status: response.statusCode, code, connection: response.headers.connection }
}

/** Returns a token of a new instructor. */
async function createToken(): Promise<string> {
  return application.tokens.issue((await application.signedIn('instructor')).user.id, Date.now())
}

const countReceiving = async () => (await readdir(join(application.settings.dataDir, 'uploads'))).length

async function uploadQuickly(): Promise<number> {
  return (await send(await application.signedIn('instructor'), await readBytes(drawTwoColors(40, 30).jpeg())))
    .statusCode
}

/** Lets the time of intervals pass only on request. */
function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('uploads at a byte per second', () => {
  it('of one user are few, and do not refuse another user', async () => {
    const token = await createToken()
    const open = await Promise.all(Array.from({ length: MAX_UPLOADS_PER_USER }, () => begin(token)))
    await expect.poll(countReceiving).toBe(open.length)
    const next = await Promise.all(
      Array.from({ length: 8 - open.length }, async () => readResponse(await begin(token))),
    )
    expect(next.map(({ status, code }) => [status, code])).toEqual(next.map(() => [429, 'TOO_MANY_REQUESTS']))
    expect(await uploadQuickly()).toBe(200)
  })

  it('of many users do not refuse another user', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, createToken))
    await Promise.all(tokens.map((token) => begin(token)))
    await expect.poll(countReceiving).toBe(8)
    expect(await uploadQuickly()).toBe(200)
  })

  it('end with 408 and free their place, whichever part of the form is slow', async () => {
    stopIntervals()
    const token = await createToken()
    const slow = await Promise.all([begin(token), begin(token, 'x'), begin(token, HEAD)])
    await expect.poll(countReceiving).toBe(1)
    await expect.poll(() => vi.getTimerCount()).toBe(slow.length)
    const responses = Promise.all(slow.map(readResponse))
    vi.advanceTimersByTime(PERIOD_MS)
    expect(await responses).toEqual(slow.map(() => ({ status: 408, code: 'TOO_SLOW', connection: 'close' })))
    await expect.poll(countReceiving).toBe(0)
    const form = await formWith(await readBytes(drawTwoColors(40, 30).jpeg()))
    const headers = { ...form.headers, authorization: `Bearer ${token}` }
    expect((await application.visitor.request('POST', '/api/images', { ...form, headers })).statusCode).toBe(200)
  })
})

/** Returns the bytes that arrived on all connections. */
function countBytes(): number {
  return [...connections].reduce((all, { bytesRead }) => all + bytesRead, 0)
}

describe('an upload over a slow connection', () => {
  it('continues while it has the minimum rate', async () => {
    stopIntervals()
    const sending = await begin(await createToken())
    await expect.poll(countReceiving).toBe(1)
    for (let period = 0; period < 3; period++) {
      const before = countBytes()
      sending.write('x'.repeat(200_000))
      await expect.poll(countBytes).toBeGreaterThanOrEqual(before + 200_000)
      vi.advanceTimersByTime(PERIOD_MS)
    }
    const end = '\r\n--b--\r\n'
    sending.end('x'.repeat(1024 * 1024 - HEAD.length - 1 - 600_000 - end.length) + end)
    expect((await readResponse(sending)).status).toBe(415)
  })
})
