import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImageCredit } from '#contract/image-credit.ts'
import { listVariantWidths, parseImageUrl } from '#contract/image-url.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { differ } from '../../../testing/color-difference.ts'
import { drawTwoColors, LOWER, readBytes, readColorAt, UPPER, upload } from '../../../testing/images.ts'
import { insertRawProfile, insertXmp } from '../../../testing/png.ts'
import type { Visitor } from '../../../testing/visitor.ts'
import { createXmp, inDefaultLanguage } from '../../../testing/xmp.ts'
import { writeXmp } from './image-credit.ts'
import { images } from './images.table.ts'

const application = openForThisFile()
let instructor: Visitor
beforeAll(async () => {
  instructor = await application.signedIn('instructor')
})
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

const get = async (address: string) => (await application.visitor.request('GET', address)).rawPayload
const toFolder = (address: string) => address.slice(0, address.lastIndexOf('/'))

/** Uploads an image, and returns what is served in its full width. */
async function shown(picture: Sharp): Promise<Buffer> {
  const { display_url } = await upload(instructor, await readBytes(picture))
  return get(display_url)
}

/** Compares colors with a tolerance, because encoders are not exact. */
function expectColor(color: number[], expected: number[], within = 8): void {
  for (const [channel, value] of color.entries()) {
    expect(Math.abs(value - (expected[channel] ?? Number.NaN)), `${color} for ${expected}`).toBeLessThanOrEqual(within)
  }
}

/** Uploads an image of 330 pixels in width, and returns its files. */
async function readVariants(bytes: Uint8Array<ArrayBuffer>) {
  const { display_url } = await upload(instructor, bytes)
  const names = [320, 330].flatMap((width) => [`${width}.avif`, `${width}.webp`])
  return Promise.all(
    names.map(async (name) => {
      const file = await get(`${toFolder(display_url)}/${name}`)
      return { file, metadata: await sharp(file).metadata() }
    }),
  )
}

describe('an image that an instructor uploads', () => {
  it.each([
    ['wider than any variant', 3000, 1500, 2560, 1280],
    ['narrower than some', 700, 900, 700, 900],
    ['smaller than all', 200, 100, 200, 100],
    ['much taller than wide', 400, 6400, 320, 5120],
  ])('%s is served in every width of its URL, and never enlarged', async (_, width, height, most, tall) => {
    const uploaded = await upload(instructor, await readBytes(drawTwoColors(width, height).jpeg()))
    expect(uploaded).toMatchObject({ width: most, height: tall })
    expect(parseImageUrl(uploaded.display_url)).toMatchObject({ width: most, height: tall })
    const full = await sharp(await get(uploaded.display_url)).metadata()
    expect(full).toMatchObject({ format: 'webp', width: most, height: tall })
    for (const each of listVariantWidths(most)) {
      for (const form of ['avif', 'webp']) {
        const variant = await get(`${toFolder(uploaded.display_url)}/${each}.${form}`)
        expect((await sharp(variant).metadata()).width).toBe(each)
      }
    }
  })

  it('is cacheable forever, with its media type', async () => {
    const { display_url } = await upload(instructor, await readBytes(drawTwoColors(330, 200).png()))
    const avif = `${toFolder(display_url)}/320.avif`
    for (const [address, type] of [
      [display_url, 'image/webp'],
      [avif, 'image/avif'],
    ] as const) {
      const response = await application.visitor.request('GET', address)
      expect(response.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': `${response.rawPayload.length}`,
        'x-content-type-options': 'nosniff',
      })
      const head = await application.visitor.request('HEAD', address)
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
      expect(head.headers['content-length']).toBe(response.headers['content-length'])
      const again = await application.visitor.request('GET', address, {
        headers: { 'if-none-match': String(response.headers.etag) },
      })
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    }
  })

  it.each([
    ['JPEG', (picture: Sharp) => picture.jpeg()],
    ['PNG', (picture: Sharp) => picture.png()],
    ['WebP', (picture: Sharp) => picture.webp()],
    ['AVIF', (picture: Sharp) => picture.avif()],
    ['PNG of sixteen bits', (picture: Sharp) => picture.toColourspace('rgb16').png()],
    ['progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true })],
  ])('may be a %s', async (_, encoded) => {
    const picture = await shown(encoded(drawTwoColors(400, 300)))
    expectColor(await readColorAt(picture, 0.5, 0.25), UPPER)
    expectColor(await readColorAt(picture, 0.5, 0.75), LOWER)
  })

  it('loses its metadata: place, people, software and camera', async () => {
    const words = 'Ada Lindqvist, at home'
    const image = drawTwoColors(330, 200)
      .withExif({
        IFD0: { Software: words, ImageDescription: words },
        IFD2: { LensModel: words },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp(createXmp({ 'photoshop:City': words, 'Iptc4xmpExt:PersonInImage': words, 'dc:title': words }))
    const bytes = await readBytes(image.jpeg())
    expect(Buffer.from(bytes).includes(words)).toBe(true)
    for (const { file, metadata } of await readVariants(bytes)) {
      const { exif, xmp, icc, iptc, orientation } = metadata
      expect([exif, xmp, icc, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
      expect(file.includes('Lindqvist')).toBe(false)
    }
  })

  it('keeps its creator, its credit, its rights and its source in every file, and nothing beside them', async () => {
    const credit: ImageCredit = {
      creators: ['Jürgen Müller', 'Bo <3 &amp;'],
      credit: 'Müller / Agency',
      copyright: '© 2026 "Müller"',
      usage_terms: 'Only here',
      license: 'https://creativecommons.org/licenses/by/4.0/?a=1&b=2',
      acquire_license: 'https://mueller.example/buy',
      source_type: 'trainedAlgorithmicMedia',
    }
    const image = drawTwoColors(330, 200).withXmp(
      writeXmp(credit).replace('<dc:rights>', '<photoshop:City>Bergen</photoshop:City><dc:rights>'),
    )
    const bytes = await readBytes(image.jpeg())
    expect(Buffer.from(bytes).includes('Bergen')).toBe(true)
    const uploaded = await upload(instructor, bytes)
    for (const data of [uploaded, await upload(instructor, bytes)]) expect(data.credit).toEqual(credit)
    for (const { file, metadata } of await readVariants(bytes)) {
      expect(metadata.xmp?.toString()).toBe(writeXmp(credit))
      expect(file.includes('Bergen')).toBe(false)
    }
    const { rawPayload } = await application.visitor.request('GET', `${toFolder(uploaded.display_url)}/330.jpg`)
    expect((await sharp(rawPayload).metadata()).xmp?.toString()).toBe(writeXmp(credit))
  })

  it('keeps the creator that a PNG has in XMP or in IPTC', async () => {
    const png = async () => Buffer.from(await readBytes(drawTwoColors(20, 10).png()))
    const xmp = createXmp({ 'dc:creator': '<rdf:Seq><rdf:li>Jürgen Müller</rdf:li></rdf:Seq>' })
    const name = Buffer.from('Jürgen Müller')
    // Source: IPTC-IIM 4.2, 2:80; Adobe Photoshop File Formats, image resource 1028
    const iptc = Buffer.concat([Buffer.from([0x1c, 2, 80, 0, name.length]), name])
    const resource = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0\0\0\0', 'latin1'), Buffer.from([iptc.length]), iptc])
    for (const file of [insertXmp(await png(), xmp, true), insertRawProfile(await png(), 'iptc', resource)]) {
      const { credit } = await upload(instructor, new Uint8Array(file))
      expect(credit?.creators).toEqual(['Jürgen Müller'])
    }
  })

  it('may be a HEIC: it is served like any other, and its camera is read', async () => {
    const heic = new Uint8Array(await readFile(join(import.meta.dirname, '../../../testing/phone.heic')))
    const uploaded = await upload(instructor, heic)
    expect(uploaded).toMatchObject({
      width: 200,
      height: 40,
      exposure: 'ISO 64 · f/1.8 · 1/120 s · 06:40',
      camera: 'Apple iPhone 15 Pro',
    })
    expect(await sharp(await get(uploaded.display_url)).metadata()).toMatchObject({ format: 'webp', width: 200 })
  })

  it('leaves four values of its camera to the instructor, also when it is uploaded again', async () => {
    const camera = { ISOSpeedRatings: '100', FNumber: '8/1', ExposureTime: '1/125' }
    const image = drawTwoColors(310, 200).withExif({
      IFD2: { ...camera, DateTimeOriginal: '2026:05:01 06:40:12', LensModel: 'Secret 50mm' },
    })
    const bytes = await readBytes(image.jpeg())
    for (const _time of ['first', 'second'])
      expect(await upload(instructor, bytes)).toMatchObject({
        exposure: 'ISO 100 · f/8 · 1/125 s · 06:40',
        camera: 'Secret 50mm',
      })
    expect(await upload(instructor, await readBytes(drawTwoColors(312, 200).jpeg()))).toMatchObject({ exposure: '' })
  })

  it('offers the alternative text and the caption of its file, also when it is uploaded again', async () => {
    const image = drawTwoColors(310, 200).withXmp(
      createXmp({
        'Iptc4xmpCore:AltTextAccessibility': `<rdf:Alt><rdf:li xml:lang="de">Mole</rdf:li>${inDefaultLanguage('A pier &amp; fog').slice(9)}`,
        'dc:description': inDefaultLanguage('Müller’s pier'),
      }),
    )
    const bytes = await readBytes(image.jpeg())
    for (const _time of ['first', 'second'])
      expect(await upload(instructor, bytes)).toMatchObject({ alt: 'A pier & fog', caption: 'Müller’s pier' })
  })

  it('is rotated upright', async () => {
    const lying = drawTwoColors(400, 200).withMetadata({ orientation: 6 })
    const uploaded = await upload(instructor, await readBytes(lying.jpeg()))
    expect(uploaded).toMatchObject({ width: 200, height: 400 })
    const picture = await get(uploaded.display_url)
    expectColor(await readColorAt(picture, 0.75, 0.5), UPPER)
    expectColor(await readColorAt(picture, 0.25, 0.5), LOWER)
  })

  it('in Display P3 is converted to sRGB', async () => {
    const bytes = await readBytes(drawTwoColors(400, 300).withIccProfile('p3').png())
    const [red] = await readColorAt(await withoutProfile(bytes), 0.5, 0.25)
    expect(red).toBeLessThan(190)
    const { display_url } = await upload(instructor, bytes)
    expectColor(await readColorAt(await get(display_url), 0.5, 0.25), UPPER)
  })

  it('in CMYK is converted too', async () => {
    const bytes = await readBytes(drawTwoColors(400, 300).toColourspace('cmyk').jpeg())
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    const { display_url } = await upload(instructor, bytes)
    expectColor(await readColorAt(await get(display_url), 0.5, 0.25), UPPER, 40)
  })

  it('in gray is converted to colors', async () => {
    expectColor(
      await readColorAt(await shown(drawTwoColors(400, 300).greyscale().png()), 0.5, 0.25),
      [101, 101, 101],
      30,
    )
  })

  it.each(['png', 'webp', 'avif'] as const)('with transparency stays so, over nothing: %s', async (form) => {
    const clear = sharp({
      create: { width: 400, height: 300, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.4 } },
    })
    const { display_url } = await upload(instructor, await readBytes(clear.toFormat(form)))
    for (const file of ['400.webp', '320.webp', '320.avif']) {
      const variant = sharp(await get(`${toFolder(display_url)}/${file}`))
      const [red = 0, , , alpha = 0] = await variant.raw().toBuffer()
      expect([Math.round(red / 10), Math.round(alpha / 10)]).toEqual([20, 10])
    }
    const { placeholder = '' } = parseImageUrl(display_url) ?? {}
    const pixels = await sharp(Buffer.from(placeholder.split(',')[1] ?? '', 'base64'))
      .raw()
      .toBuffer()
    expect(pixels.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 0)).toBe(true)
  })

  it('shows thin red lines sharp, in a WebP too', async () => {
    const [width, height, red, ground] = [320, 200, [220, 20, 20], [20, 20, 20]]
    const lines = Buffer.from(Array.from({ length: width * height }, (_, at) => (at % 8 === 3 ? red : ground)).flat())
    const { display_url } = await upload(
      instructor,
      await readBytes(sharp(lines, { raw: { width, height, channels: 3 } }).png()),
    )
    const { data } = await sharp(await get(display_url))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (100 * width + 83) * 3
    expect(differ([...data.subarray(at, at + 3)] as [number, number, number], [220, 20, 20])).toBeLessThan(10)
  })

  it('has a JPEG of each size for e-mails, on white where it is transparent', async () => {
    const { display_url } = await upload(instructor, await readBytes(drawTwoColors(400, 300).ensureAlpha(0.5).png()))
    const response = await application.visitor.request('GET', `${toFolder(display_url)}/400.jpg`)
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 300 })
    expectColor(await readColorAt(response.rawPayload, 0.5, 0.25), [228, 143, 143], 10)
    const demo = await application.visitor.request('GET', '/pictures/demo/misty-lake/960.jpg')
    expect(await sharp(demo.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 960 })
    for (const file of ['321.jpg', '0400.jpg', '400.jpeg', '400.jpg.webp', '99999.jpg', '..%2f400.jpg'])
      expect((await application.visitor.request('GET', `${toFolder(display_url)}/${file}`)).statusCode).toBe(404)
  })

  describe('of a phone with 50 megapixels, and of the largest cameras,', () => {
    let lying: Uint8Array<ArrayBuffer>
    beforeAll(async () => {
      const large = sharp({ create: { width: 14_204, height: 10_560, channels: 3, background: 'green' } })
      lying = await readBytes(large.withMetadata({ orientation: 6 }).jpeg({ quality: 50, optimiseCoding: false }))
    })

    it('is accepted as a JPEG', async () => {
      expect(await upload(instructor, lying)).toMatchObject({ width: 2560, height: 3443 })
    })
  })

  it('that is animated becomes its first frame', async () => {
    const frames = [drawTwoColors(400, 300), drawTwoColors(400, 300).negate()].map((frame) => frame.png().toBuffer())
    const moving = sharp(await Promise.all(frames), { join: { animated: true } }).webp({ delay: [100, 100] })
    const bytes = await readBytes(moving)
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    const { display_url, height } = await upload(instructor, bytes)
    expect(height).toBe(300)
    const picture = await get(display_url)
    expect((await sharp(picture).metadata()).pages).toBeUndefined()
    expectColor(await readColorAt(picture, 0.5, 0.25), UPPER)
  })

  it('has the same URL when it is uploaded again, without encoding', async () => {
    const { imagePipeline } = application
    const { db } = application.services
    const bytes = await readBytes(drawTwoColors(400, 300).jpeg())
    const first = await upload(instructor, bytes)
    await db.update(images).set({ usedAt: 0 })
    const another = await application.signedIn('instructor')
    imagePipeline.encoder.close()
    await expect.poll(() => imagePipeline.encoder.pid).toBeUndefined()
    expect(await upload(another, bytes)).toEqual(first)
    expect(imagePipeline.encoder.pid).toBeUndefined()
    const rows = await db.select().from(images)
    expect(rows.find(({ url }) => url === first.display_url)?.usedAt).toBeGreaterThan(0)
  })
})

/** Returns an image as a viewer without color management shows it. */
async function withoutProfile(bytes: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .png()
    .toBuffer()
}
