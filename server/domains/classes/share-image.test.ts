import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { type ClassOptions, makeClass } from '../../../demo/factories.ts'
import imageUrls from '../../../demo/pictures/addresses.json' with { type: 'json' }
import { openForThisFile } from '../../../testing/application.ts'
import { readBytes, readColorAt, upload } from '../../../testing/images.ts'
import { teaching } from '../../../testing/instructor.ts'
import { makeSessions } from '../../../testing/session-fields.ts'

const DAY = 24 * 3_600_000
const START = Date.UTC(new Date().getUTCFullYear() + 2, 4, 4, 16)

const application = openForThisFile()

const get = (url: string, headers: Record<string, string> = {}) => application.visitor.request('GET', url, { headers })

async function findShareImage(id: string): Promise<string> {
  const page = await application.visitor.call(api.getClassPage, { params: { id } })
  return page.removed ? '' : page.shareImage
}

const make = (options: ClassOptions) =>
  makeClass(application.services.db, { image: imageUrls['night-harbour'], ...options })

describe('the image for links on other sites', () => {
  it('is a JPEG of 1200 × 630 that never changes under its URL', async () => {
    const url = await findShareImage((await make({ name: 'Night Harbour' })).id)
    const { statusCode, headers, rawPayload } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('has another URL after a change of the name, to which the earlier one redirects', async () => {
    const { instructor, params } = await teaching(application, { image: imageUrls['storm-sea'] })
    const before = await findShareImage(params.id)
    await instructor.call(api.changeClass, { params, body: { className: 'Renamed' } })
    const after = await findShareImage(params.id)
    expect(after).not.toBe(before)
    const { statusCode, headers } = await get(before)
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, after, 'no-store'])
  })

  it('has the next date, and another URL and entity tag once that moves', async () => {
    const { instructor, params } = await teaching(application, { image: imageUrls['storm-sea'] })
    const undated = await findShareImage(params.id)
    const body = { time_zone: 'Europe/Oslo', place: 'Old Mill', seats: 6, sessions: makeSessions(START) }
    const { insertedId: id } = await instructor.call(api.addRun, { params, body: body as unknown as NewRun })
    const before = await findShareImage(params.id)
    expect(before).not.toBe(undated)
    await instructor.call(api.changeRun, { params: { id }, body: { seats: 5 } })
    expect(await findShareImage(params.id)).toBe(before)
    const first = await get(before)
    expect(first.headers['content-type']).toBe('image/jpeg')
    await instructor.call(api.changeRun, { params: { id }, body: { sessions: makeSessions(START + DAY) } })
    const after = await findShareImage(params.id)
    expect(after).not.toBe(before)
    expect((await get(after)).headers.etag).not.toBe(first.headers.etag)
    expect((await get(before)).headers.location).toBe(after)
  })

  it('shows the part of the picture that has its focal point', async () => {
    const { instructor, params } = await teaching(application)
    // A panorama, red at its left end and blue elsewhere.
    const panorama = sharp({ create: { width: 1600, height: 200, channels: 3, background: 'blue' } })
    const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const bytes = await readBytes(panorama.composite([{ input: red, left: 0, top: 0 }]).png())
    const { display_url: classImage } = await upload(instructor, bytes)
    const urls: string[] = []
    for (const [focus, color] of [
      ['0% 50%', 'red'],
      ['100% 50%', 'blue'],
    ] as const) {
      await instructor.call(api.changeClass, { params, body: { classImage, focus } })
      const url = await findShareImage(params.id)
      const [r = 0, , b = 0] = await readColorAt((await get(url)).rawPayload, 0.2, 0.1)
      expect(r > b ? 'red' : 'blue').toBe(color)
      urls.push(url)
    }
    expect(new Set(urls).size).toBe(2)
  })

  it.each([
    ['an image elsewhere, which is not fetched', { image: 'https://pictures.example/a.jpg' }],
    ['an image that is missing', { image: '/pictures/demo/none/1600x1067-x.webp' }],
    ['a path out of the folder', { image: '/pictures/demo/../../../package.json/1x1-x.webp' }],
    ['a name in another script', { name: '夜の港' }],
    ['a name that looks like markup', { name: '<span size="99999">&' }],
    ['a name of one long word', { name: 'W'.repeat(200) }],
  ])('is made for a class with %s', async (_, options) => {
    const { statusCode, headers } = await get(await findShareImage((await make(options)).id))
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  it('exists for the school, on the home page', async () => {
    const url = /og:image" content="http:\/\/127.0.0.1:3000([^"]+)"/.exec((await get('/')).body)?.[1] ?? ''
    expect(url).toMatch(/^\/pictures\/share\/school\/\w{16}\.jpg$/)
    expect((await get(url)).headers['content-type']).toBe('image/jpeg')
  })

  it('is missing for classes that are not on offer', async () => {
    for (const options of [{ status: 'pending' }, { withdrawnAt: 1 }] as const) {
      const { id } = await make(options)
      expect((await get(`/pictures/share/${id}/0000000000000000.jpg`)).statusCode).toBe(404)
    }
    expect((await get('/pictures/share/none/0000000000000000.jpg')).statusCode).toBe(404)
  })
})
