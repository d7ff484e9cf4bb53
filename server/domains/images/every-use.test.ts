import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { UploadedImage } from '#contract/images.ts'
import type { Role } from '#contract/users.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { drawTwoColors, drawWide, readBytes, send } from '../../../testing/images.ts'
import { createPng } from '../../../testing/png.ts'
import { parseResponse } from '../../../testing/visitor.ts'
import { createXmp, inDefaultLanguage } from '../../../testing/xmp.ts'

const application = openForThisFile()

describe.each<[string, Role, string]>([
  ['a class or a portrait', 'instructor', '/api/images'],
  ['a slide, a page or a newsletter', 'admin', '/api/school/images'],
  ['a photo of a user', 'student', '/api/account/photo'],
])('an image for %s', (_, role, path) => {
  it('keeps its colors, its light, its creator and its texts', async () => {
    const user = await application.signedIn(role)
    const wide = parseResponse<UploadedImage>(await send(user, await drawWide(60, 40), { path }))
    expect(wide.data.display_url).toMatch(/--p3\.webp$/)
    const clear = await readBytes(drawTwoColors(60, 40).ensureAlpha(0.5).png())
    const { display_url } = parseResponse<UploadedImage>(await send(user, clear, { path })).data
    const shown = await application.visitor.request('GET', display_url)
    expect((await sharp(shown.rawPayload).metadata()).hasAlpha).toBe(true)
    const credited = drawTwoColors(60, 40).withXmp(
      createXmp({
        'dc:creator': '<rdf:Seq><rdf:li>Jürgen Müller</rdf:li></rdf:Seq>',
        'dc:description': inDefaultLanguage('The pier'),
      }),
    )
    const { data } = parseResponse<UploadedImage>(await send(user, await readBytes(credited.jpeg()), { path }))
    expect(data).toMatchObject({ caption: 'The pier', credit: { creators: ['Jürgen Müller'] } })
  })

  it('is refused for the same reasons, in the same words', async () => {
    const user = await application.signedIn(role)
    const hdr = createPng({ width: 40, height: 30, bits: 16, chunks: [['cICP', Buffer.from([9, 16, 0, 1])]] })
    const whole = await readBytes(drawTwoColors(200, 150).jpeg())
    for (const [bytes, message] of [
      [new Uint8Array(hdr), /^This is an HDR picture/],
      [whole.slice(0, whole.length / 2), /^This picture is incomplete/],
      ['a text', /^We can't read this picture/],
    ] as const) {
      const response = await send(user, bytes, { path })
      expect([response.statusCode, response.json().code]).toEqual([415, 'NOT_A_PICTURE'])
      expect(response.json().message).toMatch(message)
    }
  })
})
