import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as Pictures from '#server/domains/images/images.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { openTestApplication, type TestApplication } from '../../testing/application.ts'
import { type FakeImageHost, openFakeImageHost } from '../../testing/fake-image-host.ts'
import { drawTwoColors, readBytes, send, upload } from '../../testing/images.ts'
import type { Visitor } from '../../testing/visitor.ts'
import { createImageHost } from './imgbb.ts'

let host: FakeImageHost
let application: TestApplication
let instructor: Visitor
beforeAll(async () => {
  host = await openFakeImageHost()
  application = await openTestApplication(host.settings)
  instructor = await application.signedIn('instructor')
})
afterAll(async () => {
  await application.close()
  await host.close()
})
beforeEach(() => {
  host.instead = undefined
  host.taken.length = 0
})

describe('an application with an image host', () => {
  it('uploads an image that is checked, cleaned and no wider than shown, and stores none itself', async () => {
    const secret = 'Ada Lindqvist, at home'
    const picture = drawTwoColors(3000, 1500).withExif({ IFD0: { Software: secret, Copyright: 'Bo' } })
    const uploaded = await upload(instructor, await readBytes(picture.jpeg()))
    const sizes = { width: 2560, height: 1280 }
    expect(uploaded).toEqual({
      display_url: 'https://i.images.example/1/picture.webp',
      ...sizes,
      exposure: '',
      credit: expect.objectContaining({ copyright: 'Bo' }),
    })
    const bytes = Buffer.from((await host.taken[0]?.arrayBuffer()) ?? new ArrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', ...sizes })
    expect(bytes.includes('Lindqvist')).toBe(false)
    expect(await readdir(application.settings.dataDir)).not.toContain('pictures')
  })

  it('accepts its URLs for classes', async () => {
    const { display_url } = await upload(instructor, await readBytes(drawTwoColors(40, 30).jpeg()))
    await transaction(application.services.db, (tx) => Pictures.markUsed(tx, display_url))
  })

  it('uploads nothing that is not an image', async () => {
    expect((await send(instructor, '<svg xmlns="http://www.w3.org/2000/svg"/>')).statusCode).toBe(415)
    expect(host.taken).toEqual([])
  })

  const ok = (data: object) => ({ status: 200, body: JSON.stringify({ success: true, data }) })
  it.each([
    ['is down', { status: 503, body: 'Service Unavailable' }],
    ['refuses', { status: 400, body: '{"status_code":400,"error":{"message":"Rate limit reached."}}' }],
    ['responds without JSON', { status: 200, body: '<html>' }],
    ['reports a failure', { status: 200, body: '{"success":false,"data":{}}' }],
    ['returns no URL', ok({})],
    ['returns an insecure URL', ok({ display_url: 'http://i.images.example/1.webp' })],
    ['returns a URL of ours', ok({ display_url: '/pictures/1.webp' })],
    ['returns a script', ok({ display_url: 'javascript:alert(1)' })],
  ])('responds that the host is unavailable where it %s, without its key', async (_, instead) => {
    host.instead = instead
    const response = await send(instructor, await readBytes(drawTwoColors(40, 30).jpeg()))
    expect([response.statusCode, response.json().code]).toEqual([503, 'PICTURE_HOST_UNAVAILABLE'])
    expect(response.body + application.logged.join()).not.toMatch(/a[ +%20]*key/)
  })

  it('stops after a timeout, follows no redirect, and fails with a wrong key', async () => {
    const file = join(application.settings.dataDir, 'picture.webp')
    await writeFile(file, await drawTwoColors(40, 30).webp().toBuffer())
    const { IMGBB_URL: url, IMGBB_KEY: key } = host.settings
    const unavailable = { code: 'PICTURE_HOST_UNAVAILABLE' }
    host.instead = null
    await expect(createImageHost({ url, key }, 50)(file)).rejects.toMatchObject(unavailable)
    host.instead = undefined
    await expect(createImageHost({ url, key: 'another' })(file)).rejects.toMatchObject(unavailable)
    await expect(createImageHost({ url: 'http://127.0.0.1:9', key })(file)).rejects.toMatchObject(unavailable)
    expect(await createImageHost({ url, key })(file)).toMatch(/^https:/)
  })
})
