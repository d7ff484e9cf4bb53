import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import { versions } from '#server/domains/critique/critique.table.ts'
import { removeUnfinished } from '#server/domains/critique/pictures.ts'
import * as Pictures from '#server/domains/images/images.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import type { S3Settings } from '#server/settings/images.ts'
import { openTestApplication, type TestApplication } from '../../testing/application.ts'
import { handIn, joinClass, submitting, takePicture } from '../../testing/critique.ts'
import { drawTwoColors, readBytes, upload } from '../../testing/images.ts'
import { isSigned } from '../../testing/sigv4.ts'
import type { Visitor } from '../../testing/visitor.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'

const KEY = 'ada/320.avif'
const BUCKET = 'school-pictures'
/** The files of a picture that is 60 pixels wide. */
const PRIVATE_FILES = ['original', '60.avif']
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-storage-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

function createServerIn(directory: string): S3rver {
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  return new S3rver({ ...options, configureBuckets: [{ name: BUCKET }] })
}

/** Opens an empty bucket. */
async function openBucket(): Promise<S3Settings> {
  const server = createServerIn(await createFolder())
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, region: 'eu-central-1', ...KEYS }
}

async function writeFileWith(text: string): Promise<string> {
  const file = join(await createFolder(), 'file')
  await writeFile(file, text)
  return file
}

async function readText(storage: ImageStorage, key: string): Promise<string | null> {
  const file = await storage.get(key)
  if (!file) return null
  const bytes = await buffer(file.bytes)
  expect(file.size).toBe(bytes.length)
  return bytes.toString()
}

describe.each([
  ['a folder', async () => createFolderStorage(join(await createFolder(), 'pictures'))],
  ['a bucket', async () => createS3Storage(await openBucket())],
])('%s', (_, open) => {
  it('returns what was stored, and nothing once it is removed', async () => {
    const storage = await open()
    expect(await readText(storage, KEY)).toBeNull()
    await storage.put(KEY, await writeFileWith('a picture'), 'image/avif')
    await storage.put('ada/320.webp', await writeFileWith('another'), 'image/webp')
    expect([await readText(storage, KEY), await readText(storage, 'ada/320.webp')]).toEqual(['a picture', 'another'])
    await storage.remove([KEY])
    expect([await readText(storage, KEY), await readText(storage, 'ada/320.webp')]).toEqual([null, 'another'])
  })

  it('stores the same key twice, and ignores missing keys when removing', async () => {
    const storage = await open()
    await storage.put(KEY, await writeFileWith('a picture'), 'image/avif')
    await storage.put(KEY, await writeFileWith('a picture'), 'image/avif')
    await storage.remove([KEY, 'ada/640.avif'])
    await storage.remove([KEY, 'ada/640.avif'])
    expect(await readText(storage, KEY)).toBeNull()
  })
})

describe('a folder', () => {
  it('removes empty folders', async () => {
    const folder = await createFolder()
    const storage = createFolderStorage(folder)
    await storage.put(KEY, await writeFileWith('a picture'), 'image/avif')
    await storage.remove([KEY])
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a bucket', () => {
  /**
   * Opens a fake bucket that records its requests and whether they are signed.
   * @param statuses of its responses in turn; the last one is repeated
   */
  async function openFakeBucket(...statuses: number[]) {
    const requests: { method: string; url: string; type: string; signed: boolean }[] = []
    const server = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request
      const signed = isSigned({ method, url, headers, body: await buffer(request) }, KEYS.secretAccessKey)
      requests.push({ method, url, type: headers['content-type'] ?? '', signed })
      response.writeHead(statuses[Math.min(requests.length, statuses.length) - 1] ?? 200).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { requests, settings: { endpoint, bucket: 'b', region: 'eu-central-1', ...KEYS } }
  }

  it('receives requests whose signature covers the body', async () => {
    const { requests, settings } = await openFakeBucket(200)
    const storage = createS3Storage(settings)
    await storage.put(KEY, await writeFileWith('a picture'), 'image/avif')
    await storage.remove([KEY])
    const url = `/b/pictures/${KEY}`
    expect(requests).toEqual([
      { method: 'PUT', url, type: 'image/avif', signed: true },
      { method: 'DELETE', url, type: '', signed: true },
    ])
    await createS3Storage({ ...settings, secretAccessKey: 'another' }).remove([KEY])
    expect(requests.at(-1)?.signed).toBe(false)
  })

  it.each([403, 500, 503])('that responds with %d is reported as unavailable', async (status) => {
    const { settings } = await openFakeBucket(status)
    const storage = createS3Storage(settings)
    const unavailable = { code: 'PICTURE_HOST_UNAVAILABLE' }
    await expect(storage.put(KEY, await writeFileWith('a picture'), 'image/avif')).rejects.toMatchObject(unavailable)
    await expect(storage.get(KEY)).rejects.toMatchObject(unavailable)
    await expect(storage.remove([KEY])).rejects.toMatchObject(unavailable)
  })

  it.each([429, 500, 503])('that responds with %d gets the request again, twice', async (status) => {
    const { requests, settings } = await openFakeBucket(status, status, 200)
    await createS3Storage(settings).put(KEY, await writeFileWith('a picture'), 'image/avif')
    expect(requests.map(({ signed }) => signed)).toEqual([true, true, true])
  })

  it.each([
    [403, 1],
    [404, 1],
    [503, 3],
  ])('that always responds with %d gets %d requests', async (status, times) => {
    const { requests, settings } = await openFakeBucket(status)
    await createS3Storage(settings)
      .get(KEY)
      .catch(() => {})
    expect(requests).toHaveLength(times)
  })

  it('that does not respond is reported as unavailable', async () => {
    const storage = createS3Storage({ endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'auto', ...KEYS })
    await expect(storage.get(KEY)).rejects.toMatchObject({ code: 'PICTURE_HOST_UNAVAILABLE' })
  })

  it('that does not exist is not mistaken for an empty one', async () => {
    const { settings } = await openFakeBucket(404)
    const putting = createS3Storage(settings).put(KEY, await writeFileWith('a picture'), 'image/avif')
    await expect(putting).rejects.toMatchObject({ code: 'PICTURE_HOST_UNAVAILABLE' })
  })
})

describe('an application with a bucket', () => {
  let application: TestApplication
  let server: S3rver
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'school-storage-'))
    server = createServerIn(folder)
    const { port } = await server.run()
    application = await openTestApplication({
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    })
  })
  afterAll(async () => {
    await application.close()
    await server.close()
    await rm(folder, { recursive: true })
  })

  it('stores, serves and removes its images there', async () => {
    const instructor = await application.signedIn('instructor')
    const { display_url } = await upload(instructor, await readBytes(drawTwoColors(400, 300).jpeg()))
    const response = await application.visitor.request('GET', display_url)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': `${response.rawPayload.length}`,
    })
    expect((await application.visitor.request('HEAD', display_url)).statusCode).toBe(200)
    expect(await readdir(application.settings.dataDir)).not.toContain('pictures')
    await Pictures.removeUnused(application, Date.now() + 48 * 60 * 60_000)
    await application.runJobs()
    expect((await application.visitor.request('GET', display_url)).statusCode).toBe(404)
  })

  it('stores private pictures there, serves them to who may see them, and removes them', async () => {
    const at = await submitting(application)
    const original = await takePicture()
    const { insertedId, versionId } = await handIn(at.student, at.submissionId, original)
    const read = (visitor: Visitor, query = '') => visitor.request('GET', `/api/picture/${insertedId}/file${query}`)
    expect((await read(at.student)).rawPayload.equals(original)).toBe(true)
    const [admin, stranger] = [await application.signedIn('admin'), await application.signedIn('instructor')]
    for (const visitor of [at.student, at.instructor, admin])
      expect((await read(visitor, '?w=60')).headers['content-type']).toBe('image/avif')
    for (const visitor of [at.instructor, admin]) expect((await read(visitor)).rawPayload.equals(original)).toBe(false)
    const classmate = (await joinClass(application, at)).student
    for (const visitor of [classmate, stranger]) expect((await read(visitor)).statusCode).toBe(404)
    for (const file of PRIVATE_FILES)
      expect((await application.visitor.request('GET', `/pictures/private-${versionId}/${file}`)).statusCode).toBe(404)
    await at.student.call(api.deletePicture, { params: { id: insertedId } })
    await application.runJobs()
    expect(await findStored(versionId)).toEqual([])
  })

  it('removes private pictures there with their account, and those whose upload did not end', async () => {
    const { db } = application.services
    const [at, unfinished] = [await submitting(application), await submitting(application)]
    const { versionId } = await handIn(at.student, at.submissionId)
    const { versionId: orphanId } = await handIn(unfinished.student, unfinished.submissionId)
    await db.update(versions).set({ ready: false }).where(eq(versions.id, orphanId))
    await removeUnfinished(application.services)
    await application.runJobs()
    expect([await findStored(versionId), await findStored(orphanId)]).toEqual([PRIVATE_FILES, PRIVATE_FILES])
    await removeUnfinished(application.services, Date.now() + 2 * 60 * 60_000)
    await (await application.signedIn('admin')).call(api.deleteUser, { params: { id: at.student.user.id } })
    await application.runJobs()
    expect([await findStored(versionId), await findStored(orphanId)]).toEqual([[], []])
  })

  async function findStored(versionId: string): Promise<string[]> {
    const { storage } = application.imagePipeline
    const found = await Promise.all(
      PRIVATE_FILES.map(async (file) => {
        const stored = await storage.get(`private-${versionId}/${file}`)
        stored?.bytes.destroy()
        return stored ? [file] : []
      }),
    )
    return found.flat()
  }
})
