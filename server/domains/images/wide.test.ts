import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { drawTwoColors, drawWide, readBytes, upload } from '../../../testing/images.ts'
import type { Visitor } from '../../../testing/visitor.ts'
import { removeUnused } from './images.ts'

const application = openForThisFile()
let instructor: Visitor
beforeAll(async () => {
  instructor = await application.signedIn('instructor')
})

const FILES = ['320-p3.avif', '400-p3.avif', '400-p3.webp']

/** Uploads an image. Returns its URL, and those of its files in Display P3. */
async function uploadWide() {
  const { display_url: url } = await upload(instructor, await drawWide(400, 300))
  const folder = url.slice(0, url.lastIndexOf('/'))
  return { url, folder, files: FILES.map((name) => `${folder}/${name}`) }
}

const get = (url: string) => application.visitor.request('GET', url)
const readProfile = async (url: string) => (await sharp((await get(url)).rawPayload).metadata()).icc?.toString('latin1')
const finish = () => application.imagePipeline.intake.finish()
const removeAll = async () => {
  await removeUnused(application, Date.now() + 2 * 24 * 60 * 60_000)
  await application.runJobs()
}

/** Lets the files that follow wait. Returns the function that lets it go on. */
function holdBack(): () => void {
  const { encoder } = application.imagePipeline
  const make = encoder.make.bind(encoder)
  const { promise, resolve } = Promise.withResolvers<void>()
  const spy = vi.spyOn(encoder, 'make').mockImplementation(async (job) => {
    await promise
    return make(job)
  })
  onTestFinished(() => {
    resolve()
    spy.mockRestore()
  })
  return resolve
}

/** Lets the next files that follow fail. */
function failOnce(message: string): void {
  const spy = vi.spyOn(application.imagePipeline.encoder, 'make').mockRejectedValueOnce(new Error(message))
  onTestFinished(() => spy.mockRestore())
}

const ONE_MOMENT = 100

describe('the AVIF of an image, which follows after the response,', () => {
  const uploadSmall = async () => {
    const { display_url } = await upload(instructor, await readBytes(drawTwoColors(400, 300).jpeg()))
    return `${display_url.slice(0, display_url.lastIndexOf('/'))}/320.avif`
  }

  it('is waited for while it is written', async () => {
    const goOn = holdBack()
    const file = await uploadSmall()
    const response = get(file)
    expect(await Promise.race([response, setTimeout(ONE_MOMENT, 'waits')])).toBe('waits')
    goOn()
    const { statusCode, headers } = await response
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/avif'])
    expect(headers['cache-control']).toContain('immutable')
  })

  it('is waited for for two seconds at most, where the encoder has much to do', async () => {
    holdBack()
    const { statusCode, headers } = await get(await uploadSmall())
    expect([statusCode, headers['content-type'], headers.etag]).toEqual([200, 'image/webp', undefined])
    expect(headers['cache-control']).toBe('public, max-age=60')
  })

  it('is a WebP that no cache keeps for long, where the process ended before', async () => {
    failOnce('the encoder has ended')
    const file = await uploadSmall()
    await finish()
    const { statusCode, headers, rawPayload } = await get(file)
    expect([statusCode, headers['content-type'], headers.etag]).toEqual([200, 'image/webp', undefined])
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect((await sharp(rawPayload).metadata()).width).toBe(320)
    expect((await get(file.replace('320', '640'))).statusCode).toBe(404)
  })
})

describe('an image in colors that sRGB lacks', () => {
  it('has files in Display P3 beside those in sRGB, until it goes', async () => {
    const { url, folder, files } = await uploadWide()
    await finish()
    expect(url).toMatch(/--p3\.webp$/)
    for (const file of files) expect(await readProfile(file)).toMatch(/P\0?3/)
    for (const file of [url, `${folder}/320.webp`]) expect(await readProfile(file)).toBeUndefined()
    expect(
      (await readdir(join(application.settings.dataDir, 'pictures', folder.slice('/pictures/'.length)))).sort(),
    ).toEqual(['320.webp', '400.webp', ...FILES].sort())
    await removeAll()
    for (const file of files) expect((await get(file)).statusCode).toBe(404)
  })

  it('is there in sRGB before, which no cache keeps for long in place of Display P3', async () => {
    const goOn = holdBack()
    const { url, files } = await uploadWide()
    expect((await get(url)).headers['cache-control']).toContain('immutable')
    for (const file of files) {
      expect(await readProfile(file)).toBeUndefined()
      const { statusCode, headers } = await get(file)
      expect([statusCode, headers['cache-control'], headers.etag]).toEqual([200, 'public, max-age=60', undefined])
    }
    goOn()
    await finish()
    for (const file of files) {
      expect(await readProfile(file)).toMatch(/P\0?3/)
      expect((await get(file)).headers['cache-control']).toContain('immutable')
    }
  })

  it('leaves no file where it is removed before', async () => {
    const goOn = holdBack()
    const { url, files } = await uploadWide()
    await removeAll()
    goOn()
    await finish()
    for (const file of [url, ...files]) expect((await get(file)).statusCode).toBe(404)
  })

  it('stays in sRGB where the encoder fails, and leaves no temporary file', async () => {
    failOnce('the encoder is gone')
    const { files } = await uploadWide()
    await finish()
    for (const file of files) expect((await get(file)).statusCode).toBe(200)
    expect(application.logged.join()).toContain('the encoder is gone')
    expect(await readdir(join(application.settings.dataDir, 'uploads'))).toEqual([])
  })
})
