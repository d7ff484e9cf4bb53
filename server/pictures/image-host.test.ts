import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ImageHostStandIn, openImageHost } from '../../tests/image-host.ts'
import { bytesOf, send, twoColours, upload } from '../../tests/pictures.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import type { Visitor } from '../../tests/visitor.ts'
import { imageHost } from './image-host.ts'
import * as Pictures from './pictures.ts'

let host: ImageHostStandIn
let school: TestSchool
let instructor: Visitor
beforeAll(async () => {
  host = await openImageHost()
  school = await openTestSchool(host.settings)
  instructor = await school.signedIn('instructor')
})
afterAll(async () => {
  await school.close()
  await host.close()
})
beforeEach(() => {
  host.instead = undefined
  host.taken.length = 0
})

describe('a school with an image host', () => {
  it('hands it a picture that is checked, cleaned and no wider than is shown, and keeps none itself', async () => {
    const secret = 'Ada Lindqvist, at home'
    const picture = twoColours(2000, 1000).withExif({ IFD0: { Copyright: secret } })
    const uploaded = await upload(instructor, await bytesOf(picture.jpeg()))
    expect(uploaded).toEqual({ display_url: 'https://i.images.example/1/picture.webp', width: 1600, height: 800 })
    const bytes = Buffer.from((await host.taken[0]?.arrayBuffer()) ?? new ArrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
    expect(bytes.includes('Lindqvist')).toBe(false)
    expect(await readdir(school.parts.settings.dataDir)).not.toContain('pictures')
  })

  it('takes its addresses for classes', async () => {
    const { display_url } = await upload(instructor, await bytesOf(twoColours(40, 30).jpeg()))
    await Pictures.take(school.parts.db, display_url)
  })

  it('hands over nothing that is no picture', async () => {
    expect((await send(instructor, '<svg xmlns="http://www.w3.org/2000/svg"/>')).statusCode).toBe(415)
    expect(host.taken).toEqual([])
  })

  const ok = (data: object) => ({ status: 200, body: JSON.stringify({ success: true, data }) })
  it.each([
    ['is out of order', { status: 503, body: 'Service Unavailable' }],
    ['refuses', { status: 400, body: '{"status_code":400,"error":{"message":"Rate limit reached."}}' }],
    ['answers no JSON', { status: 200, body: '<html>' }],
    ['says that it did not work', { status: 200, body: '{"success":false,"data":{}}' }],
    ['names no address', ok({})],
    ['names an address that is not safe', ok({ display_url: 'http://i.images.example/1.webp' })],
    ['names an address of ours', ok({ display_url: '/pictures/1.webp' })],
    ['names a script', ok({ display_url: 'javascript:alert(1)' })],
  ])('says that the picture could not be kept where the host %s, and not its key', async (_, instead) => {
    host.instead = instead
    const answer = await send(instructor, await bytesOf(twoColours(40, 30).jpeg()))
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'PICTURE_HOST_UNAVAILABLE'])
    expect(answer.body + school.logged.join()).not.toMatch(/a[ +%20]*key/)
  })

  it('does not wait for ever, nor follow it elsewhere, nor go on with a wrong key', async () => {
    const file = join(school.parts.settings.dataDir, 'picture.webp')
    await writeFile(file, await twoColours(40, 30).webp().toBuffer())
    const { IMGBB_URL: url, IMGBB_KEY: key } = host.settings
    const unavailable = { code: 'PICTURE_HOST_UNAVAILABLE' }
    host.instead = null
    await expect(imageHost({ url, key }, 50)(file)).rejects.toMatchObject(unavailable)
    host.instead = undefined
    await expect(imageHost({ url, key: 'another' })(file)).rejects.toMatchObject(unavailable)
    await expect(imageHost({ url: 'http://127.0.0.1:9', key })(file)).rejects.toMatchObject(unavailable)
    expect(await imageHost({ url, key })(file)).toMatch(/^https:/)
  })
})
