import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bytesOf, twoColours, upload } from '../../tests/pictures.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { isSigned } from '../../tests/sigv4.ts'
import type { S3Settings } from './picture-settings.ts'
import * as Pictures from './pictures.ts'
import type { Storage } from './storage.ts'
import { folderStorage } from './storage-folder.ts'
import { s3Storage } from './storage-s3.ts'

const KEY = 'ada/320.avif'
const BUCKET = 'school-pictures'
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-storage-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

function bucketIn(directory: string): S3rver {
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  return new S3rver({ ...options, configureBuckets: [{ name: BUCKET }] })
}

/** A bucket that is empty. */
async function ownBucket(): Promise<S3Settings> {
  const server = bucketIn(await ownFolder())
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, region: 'eu-central-1', ...KEYS }
}

async function fileWith(text: string): Promise<string> {
  const file = join(await ownFolder(), 'file')
  await writeFile(file, text)
  return file
}

async function textAt(storage: Storage, key: string): Promise<string | null> {
  const found = await storage.get(key)
  if (!found) return null
  const bytes = await buffer(found.bytes)
  expect(found.size).toBe(bytes.length)
  return bytes.toString()
}

describe.each([
  ['a folder', async () => folderStorage(join(await ownFolder(), 'pictures'))],
  ['a bucket', async () => s3Storage(await ownBucket())],
])('%s', (_, open) => {
  it('gives back what was put into it, and has no more of it once that is removed', async () => {
    const storage = await open()
    expect(await textAt(storage, KEY)).toBeNull()
    await storage.put(KEY, await fileWith('a picture'), 'image/avif')
    await storage.put('ada/320.webp', await fileWith('another'), 'image/webp')
    expect([await textAt(storage, KEY), await textAt(storage, 'ada/320.webp')]).toEqual(['a picture', 'another'])
    await storage.remove([KEY])
    expect([await textAt(storage, KEY), await textAt(storage, 'ada/320.webp')]).toEqual([null, 'another'])
  })

  it('takes the same again, and removes what is not there', async () => {
    const storage = await open()
    await storage.put(KEY, await fileWith('a picture'), 'image/avif')
    await storage.put(KEY, await fileWith('a picture'), 'image/avif')
    await storage.remove([KEY, 'ada/640.avif'])
    await storage.remove([KEY, 'ada/640.avif'])
    expect(await textAt(storage, KEY)).toBeNull()
  })
})

describe('a folder', () => {
  it('keeps no empty folders', async () => {
    const folder = await ownFolder()
    const storage = folderStorage(folder)
    await storage.put(KEY, await fileWith('a picture'), 'image/avif')
    await storage.remove([KEY])
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a bucket', () => {
  /** A storage that answers everything with one status, errors before it has heard all, and says what was signed. */
  async function standIn(status: number) {
    const heard: { method: string; url: string; type: string; signed: boolean }[] = []
    const server = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request
      if (status !== 200) return void response.writeHead(status).end()
      const signed = isSigned({ method, url, headers, body: await buffer(request) }, KEYS.secretAccessKey)
      heard.push({ method, url, type: headers['content-type'] ?? '', signed })
      response.writeHead(status).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { heard, settings: { endpoint, bucket: 'b', region: 'eu-central-1', ...KEYS } }
  }

  it('is asked in requests that are signed, with what they carry', async () => {
    const { heard, settings } = await standIn(200)
    const storage = s3Storage(settings)
    await storage.put(KEY, await fileWith('a picture'), 'image/avif')
    await storage.remove([KEY])
    const url = `/b/pictures/${KEY}`
    expect(heard).toEqual([
      { method: 'PUT', url, type: 'image/avif', signed: true },
      { method: 'DELETE', url, type: '', signed: true },
    ])
    await s3Storage({ ...settings, secretAccessKey: 'another' }).remove([KEY])
    expect(heard.at(-1)?.signed).toBe(false)
  })

  it.each([403, 500, 503])('that answers %d says that pictures cannot be kept just now', async (status) => {
    const { settings } = await standIn(status)
    const storage = s3Storage(settings)
    const unavailable = { code: 'PICTURE_HOST_UNAVAILABLE' }
    await expect(storage.put(KEY, await fileWith('a picture'), 'image/avif')).rejects.toMatchObject(unavailable)
    await expect(storage.get(KEY)).rejects.toMatchObject(unavailable)
    await expect(storage.remove([KEY])).rejects.toMatchObject(unavailable)
  })

  it('that nobody answers for says so too', async () => {
    const storage = s3Storage({ endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'auto', ...KEYS })
    await expect(storage.get(KEY)).rejects.toMatchObject({ code: 'PICTURE_HOST_UNAVAILABLE' })
  })

  it('that is not there is not taken for an empty one', async () => {
    const { settings } = await standIn(404)
    const putting = s3Storage(settings).put(KEY, await fileWith('a picture'), 'image/avif')
    await expect(putting).rejects.toMatchObject({ code: 'PICTURE_HOST_UNAVAILABLE' })
  })
})

describe('a school with a bucket', () => {
  let school: TestSchool
  let server: S3rver
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'school-storage-'))
    server = bucketIn(folder)
    const { port } = await server.run()
    school = await openTestSchool({
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    })
  })
  afterAll(async () => {
    await school.close()
    await server.close()
    await rm(folder, { recursive: true })
  })

  it('keeps its pictures there, shows them from there, and removes them there', async () => {
    const instructor = await school.signedIn('instructor')
    const { display_url } = await upload(instructor, await bytesOf(twoColours(400, 300).jpeg()))
    const answer = await school.visitor.request('GET', display_url)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': `${answer.rawPayload.length}`,
    })
    expect((await school.visitor.request('HEAD', display_url)).statusCode).toBe(200)
    expect(await readdir(school.parts.settings.dataDir)).not.toContain('pictures')
    await Pictures.removeUnused(school.parts, Date.now() + 48 * 60 * 60_000)
    await school.work()
    expect((await school.visitor.request('GET', display_url)).statusCode).toBe(404)
  })
})
