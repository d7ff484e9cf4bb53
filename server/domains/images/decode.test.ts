import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertCicp } from '../../../testing/avif.ts'
import { differ } from '../../../testing/color-difference.ts'
import { drawTwoColors, grainy } from '../../../testing/images.ts'
import { createPng, createProfile, createProfileChunk } from '../../../testing/png.ts'
import { type Decoded, decode } from './decode.ts'
import type { Reason } from './encoder.ts'
import type { Image } from './scale-in-light.ts'
import { toSrgb } from './variants.ts'

type Color = [number, number, number]

const PATCH = 8
const COLUMNS = 25
const LEVELS = [0, 64, 128, 192, 255]
/** Colors of sRGB in all directions, one patch each. */
const COLORS = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b): Color => [r, g, b])))
const GRAYS = Array.from({ length: 125 }, (_, index) => Math.round((index / 124) * 255))
const [WIDTH, HEIGHT] = [COLUMNS * PATCH, 5 * PATCH]

/** Returns the samples of an image of patches. */
function toSamples<T>(patches: readonly T[], encode: (patch: T) => number[]): number[] {
  const encoded = patches.map(encode)
  return Array.from({ length: HEIGHT }, (_, y) => y).flatMap((y) =>
    Array.from(
      { length: WIDTH },
      (_, x) => encoded[Math.floor(y / PATCH) * COLUMNS + Math.floor(x / PATCH)] ?? [],
    ).flat(),
  )
}

async function toFile(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-decode-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'image')
  await writeFile(file, bytes)
  return file
}

const decodeBytes = async (bytes: Uint8Array) => decode(await toFile(bytes))

function expectAccepted(decoded: Decoded | Reason): Decoded {
  if (typeof decoded === 'string') throw new Error(`the image was refused: ${decoded}`)
  return decoded
}

/** Returns the image of the variants in sRGB. */
async function decodeImage(bytes: Uint8Array): Promise<Image> {
  const { image, isWide } = expectAccepted(await decodeBytes(bytes))
  return isWide ? toSrgb(image) : image
}

const readPatch = ({ data, width, channels }: Image, index: number): Color => {
  const [x, y] = [(index % COLUMNS) * PATCH + PATCH / 2, Math.floor(index / COLUMNS) * PATCH + PATCH / 2]
  const at = (y * width + x) * channels
  return [...data.subarray(at, at + 3)] as Color
}

/** Compares the patches with the right colors. */
async function expectColors(bytes: Uint8Array, expected: Color[], { mean = 0.5, max = 1.4 } = {}): Promise<void> {
  const image = await decodeImage(bytes)
  const differences = expected.map((color, index) => differ(color, readPatch(image, index)))
  const figures = {
    mean: differences.reduce((sum, each) => sum + each, 0) / differences.length,
    max: Math.max(...differences),
  }
  expect(figures.mean, JSON.stringify(figures)).toBeLessThanOrEqual(mean)
  expect(figures.max, JSON.stringify(figures)).toBeLessThanOrEqual(max)
}

const toLight = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toSrgbValue = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)
const clamp = (v: number) => Math.min(1, Math.max(0, v))

/** From linear sRGB to linear Display P3 and to linear BT.2020. Source: CSS Color 4, 19; ITU-R BT.2087 */
const TO_P3 = [
  [0.8224621, 0.177538, 0],
  [0.0331941, 0.9668058, 0],
  [0.0170827, 0.0723974, 0.9105199],
]
const TO_BT2020 = [
  [0.6274039, 0.329283, 0.0433131],
  [0.0690973, 0.9195404, 0.0113623],
  [0.0163914, 0.0880133, 0.8955953],
]
const FROM_P3 = [
  [1.2249401, -0.2249402, 0],
  [-0.0420569, 1.0420571, 0],
  [-0.0196376, -0.0786507, 1.0982884],
]
const convert = (matrix: number[][], color: Color) =>
  matrix.map((row) => clamp(row.reduce((sum, factor, index) => sum + factor * toLight((color[index] ?? 0) / 255), 0)))
const toP3 = (color: Color) => convert(TO_P3, color).map(toSrgbValue)

const readProfile = async (name: 'srgb' | 'p3') =>
  (
    await sharp(
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .withIccProfile(name)
        .png()
        .toBuffer(),
    ).metadata()
  ).icc ?? new Uint8Array()

/** Returns an image with a profile whose numbers are not converted. */
const tag = async (samples: number[], profile: 'srgb' | 'p3', bits: 8 | 16) =>
  createPng({ width: WIDTH, height: HEIGHT, bits, samples, chunks: [createProfileChunk(await readProfile(profile))] })

const plain = (color: Color) => color.map((value) => value / 255)
const SRGB_SAMPLES = toSamples(COLORS, plain)
const P3_SAMPLES = toSamples(COLORS, toP3)

/** The same patches in Display P3, as heif-enc 1.15 encodes them without loss, with the EXIF of an iPhone. */
const readHeic = () => readFile(join(import.meta.dirname, '../../../testing/phone.heic'))
const inP3 = (bits: 8 | 16) => tag(SRGB_SAMPLES, 'p3', bits)

describe('a HEIC', () => {
  it('has the colors of the same picture in a PNG', async () => {
    const png = await decodeImage(await inP3(8))
    const heic = await decodeImage(await readHeic())
    const differences = COLORS.map((_, index) => differ(readPatch(png, index), readPatch(heic, index)))
    expect(Math.max(...differences)).toBeLessThanOrEqual(1.4)
  })

  it('is viewed in Display P3, with the size of its file', async () => {
    const file = await toFile(await readHeic())
    expect(await decode(file, 100)).toMatchObject({ isWide: true, width: 200, height: 40, image: { width: 100 } })
  })

  it('is refused where it claims too many pixels, before it is decoded', async () => {
    const bytes = await readHeic()
    for (let at = bytes.indexOf('ispe'); at > 0; at = bytes.indexOf('ispe', at + 1)) {
      // Version and flags of the box come between its type and the width.
      bytes.writeUInt32BE(20_000, at + 8)
      bytes.writeUInt32BE(20_000, at + 12)
    }
    expect(await decodeBytes(bytes)).toBe('too many pixels')
  })

  it('is refused where its pixels are missing', async () => {
    const bytes = await readHeic()
    await expect(decodeBytes(bytes.subarray(0, bytes.length / 2))).rejects.toThrow()
  })
})

describe('an image with colors that sRGB lacks', () => {
  it.each([
    ['PNG of 8 bits', () => inP3(8)],
    ['PNG of 16 bits', () => inP3(16)],
    [
      'JPEG',
      async () =>
        sharp(await inP3(8))
          .keepIccProfile()
          .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
          .toBuffer(),
    ],
    [
      'AVIF',
      async () =>
        sharp(await inP3(8))
          .keepIccProfile()
          .avif({ lossless: true, chromaSubsampling: '4:4:4' })
          .toBuffer(),
    ],
    ['HEIC', readHeic],
  ])('keeps them in Display P3: %s', async (_, create) => {
    const { image, isWide } = expectAccepted(await decodeBytes(await create()))
    expect(isWide).toBe(true)
    const differences = COLORS.map((color, index) => differ(color, readPatch(image, index)))
    expect(Math.max(...differences)).toBeLessThanOrEqual(2)
  })

  it.each([8, 16] as const)('has the nearest ones in its files in sRGB: PNG of %i bits', async (bits) =>
    expectColors(
      await inP3(bits),
      COLORS.map((color) => convert(FROM_P3, color).map((value) => Math.round(255 * toSrgbValue(value))) as Color),
    ),
  )

  it('is none where sRGB has all colors, whatever its profile, nor in gray', async () => {
    for (const bytes of [
      await tag(P3_SAMPLES, 'p3', 8),
      await tag(SRGB_SAMPLES, 'srgb', 8),
      createPng({ width: WIDTH, height: HEIGHT, samples: SRGB_SAMPLES }),
      createPng({ width: WIDTH, height: HEIGHT, samples: P3_SAMPLES, chunks: [['cICP', Buffer.from([12, 13, 0, 1])]] }),
      await sharp(await inP3(8))
        .greyscale()
        .png()
        .toBuffer(),
    ])
      expect(await decodeBytes(bytes)).toMatchObject({ isWide: false })
  })
})

describe('the colors of an image', () => {
  it.each([8, 16] as const)('with a profile of sRGB stay, in a PNG of %i bits', async (bits) =>
    expectColors(await tag(SRGB_SAMPLES, 'srgb', bits), COLORS),
  )

  it.each([8, 16] as const)('with a profile of Display P3 are converted, in a PNG of %i bits', async (bits) =>
    expectColors(await tag(P3_SAMPLES, 'p3', bits), COLORS),
  )

  it.each([8, 16] as const)('without a profile are those of sRGB, in a PNG of %i bits', async (bits) =>
    expectColors(createPng({ width: WIDTH, height: HEIGHT, bits, samples: SRGB_SAMPLES }), COLORS),
  )

  it.each([8, 10, 12] as const)('stay in an AVIF of %i bits, with a profile and without', async (bitdepth) => {
    const image = () => sharp(createPng({ width: WIDTH, height: HEIGHT, samples: SRGB_SAMPLES }))
    const encode = (source: Sharp) => source.avif({ lossless: true, bitdepth, chromaSubsampling: '4:4:4' }).toBuffer()
    await expectColors(await encode(image()), COLORS)
    await expectColors(await encode(image().withIccProfile('srgb')), COLORS)
    const p3 = sharp(await tag(P3_SAMPLES, 'p3', 16)).keepIccProfile()
    await expectColors(await encode(p3), COLORS, { mean: 0.6, max: 2 })
  })

  it('stay in a JPEG and a WebP with a profile', async () => {
    const image = () => sharp(createPng({ width: WIDTH, height: HEIGHT, samples: SRGB_SAMPLES })).withIccProfile('srgb')
    await expectColors(await image().webp({ lossless: true }).toBuffer(), COLORS)
    const jpeg = await image().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    await expectColors(jpeg, COLORS, { mean: 0.6, max: 2.5 })
  })
})

describe('a gray image', () => {
  /** Curves from the samples of a profile to light. Source: ICC.1 (4.4), 10.6, 10.18 */
  const table = (curve: (v: number) => number) => {
    const entries = Array.from({ length: 256 }, (_, index) => Math.round(curve(index / 255) * 65_535))
    return Buffer.concat([
      Buffer.from('curv\0\0\0\0\0\0\x01\0', 'latin1'),
      Buffer.from(new Uint16Array(entries).buffer).swap16(),
    ])
  }
  const dotGain = (v: number) => clamp(1 - (1 - v + 0.8 * (1 - v) * v * 0.5)) ** 1.2
  const CURVES: [string, Buffer, (v: number) => number][] = [
    ['linear', Buffer.from('curv\0\0\0\0\0\0\0\0', 'latin1'), (v) => v],
    ['gamma 2.2', Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\x33', 'latin1'), (v) => v ** (0x233 / 256)],
    ['a table, like that of dot gain', table(dotGain), dotGain],
    [
      'a parametric curve',
      Buffer.concat([Buffer.from('para\0\0\0\0\0\0\0\0', 'latin1'), Buffer.from([0, 1, 0xcc, 0xcd])]),
      (v) => v ** 1.8,
    ],
  ]
  const invert = (curve: (v: number) => number, light: number) => {
    let [low, high] = [0, 1]
    for (let step = 0; step < 40; step++) {
      const middle = (low + high) / 2
      if (curve(middle) < light) low = middle
      else high = middle
    }
    return (low + high) / 2
  }
  const right = GRAYS.map((gray): Color => [gray, gray, gray])

  it.each(CURVES)('of 16 bits is converted by its profile: %s', async (_, curve, toLightOfProfile) => {
    const samples = toSamples(GRAYS, (gray) => [invert(toLightOfProfile, toLight(gray / 255))])
    const chunks = [createProfileChunk(createGrayProfile(curve))]
    await expectColors(createPng({ width: WIDTH, height: HEIGHT, bits: 16, channels: 1, samples, chunks }), right)
  })

  it('of 8 bits is converted by its profile', async () => {
    const samples = toSamples(GRAYS, (gray) => [(gray / 255) ** 1])
    const chunks = [createProfileChunk(createGrayProfile(CURVES[3]?.[1] ?? Buffer.alloc(0)))]
    const expected = GRAYS.map((gray) => Math.round(255 * toSrgbValue((gray / 255) ** 1.8))).map(
      (gray): Color => [gray, gray, gray],
    )
    await expectColors(createPng({ width: WIDTH, height: HEIGHT, channels: 1, samples, chunks }), expected)
  })

  it.each([8, 16] as const)('without a profile, or with a broken one, is that of sRGB: %i bits', async (bits) => {
    const samples = toSamples(GRAYS, (gray) => [gray / 255])
    await expectColors(createPng({ width: WIDTH, height: HEIGHT, bits, channels: 1, samples }), right)
    const chunks = [createProfileChunk(Buffer.from('no profile'))]
    await expectColors(createPng({ width: WIDTH, height: HEIGHT, bits, channels: 1, samples, chunks }), right)
  })

  it('with transparency keeps both', async () => {
    const samples = toSamples(GRAYS, (gray) => [toLight(gray / 255), 0.5])
    const chunks = [createProfileChunk(createGrayProfile(CURVES[0]?.[1] ?? Buffer.alloc(0)))]
    const png = createPng({ width: WIDTH, height: HEIGHT, bits: 16, channels: 2, samples, chunks })
    await expectColors(png, right)
    const { data, channels } = await decodeImage(png)
    expect([channels, data[3]]).toEqual([4, 128])
  })
})

/** Creates a profile with the curve of one channel. */
function createGrayProfile(curve: Buffer): Buffer {
  const white = Buffer.from('XYZ \0\0\0\0\0\0\xf6\xd6\0\x01\0\0\0\0\xd3\x2d', 'latin1')
  return createProfile('GRAY', [
    ['wtpt', white],
    ['kTRC', curve],
  ])
}

describe('colors that are described without a profile', () => {
  const png = (samples: number[], chunks: [string, Buffer][], bits: 8 | 16 = 16) =>
    createPng({ width: WIDTH, height: HEIGHT, bits, samples, chunks })
  const cicp = (primaries: number, transfer: number): [string, Buffer] => [
    'cICP',
    Buffer.from([primaries, transfer, 0, 1]),
  ]
  const gamma = (value: number): [string, Buffer] => {
    const data = Buffer.alloc(4)
    data.writeUInt32BE(value)
    return ['gAMA', data]
  }

  it.each([8, 16] as const)('are converted: Display P3 by cICP in a PNG of %i bits', async (bits) =>
    expectColors(png(P3_SAMPLES, [cicp(12, 13)], bits), COLORS),
  )

  it('are converted: BT.2020 by cICP', async () => {
    const samples = toSamples(COLORS, (color) => convert(TO_BT2020, color).map(toSrgbValue))
    await expectColors(png(samples, [cicp(9, 13)]), COLORS)
  })

  it('are those of cICP rather than of the profile in a PNG', async () =>
    expectColors(png(P3_SAMPLES, [cicp(12, 13), createProfileChunk(await readProfile('srgb'))]), COLORS))

  it('are converted: gAMA, also with the primaries of cHRM', async () => {
    const linear = toSamples(COLORS, (color) => color.map((value) => toLight(value / 255)))
    await expectColors(png(linear, [gamma(100_000)]), COLORS)
    const chrm = Buffer.alloc(32)
    for (const [index, value] of [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].entries())
      chrm.writeUInt32BE(value, index * 4)
    await expectColors(
      png(
        toSamples(COLORS, (color) => convert(TO_P3, color)),
        [gamma(100_000), ['cHRM', chrm]],
      ),
      COLORS,
    )
  })

  it('are those of sRGB where they say so', async () => {
    await expectColors(png(SRGB_SAMPLES, [cicp(1, 13)]), COLORS)
    await expectColors(png(SRGB_SAMPLES, [gamma(45_455)]), COLORS)
    await expectColors(png(SRGB_SAMPLES, [['sRGB', Buffer.from([0])], gamma(100_000)]), COLORS)
  })

  it.each([8, 10] as const)('are converted: Display P3 in an AVIF of %i bits', async (bitdepth) => {
    const encode = (samples: number[]) =>
      sharp(createPng({ width: WIDTH, height: HEIGHT, samples }))
        .avif({ quality: 100, bitdepth })
        .toBuffer()
    await expectColors(insertCicp(await encode(P3_SAMPLES), 12, 13), COLORS, { mean: 0.6, max: 2.5 })
    await expectColors(insertCicp(await encode(SRGB_SAMPLES), 1, 13), COLORS, { mean: 0.6, max: 2.5 })
  })

  it.each([
    ['PQ', 16],
    ['HLG', 18],
  ])('are refused where they are HDR: %s', async (_, transfer) => {
    expect(await decodeBytes(png(SRGB_SAMPLES, [cicp(9, transfer)]))).toBe('hdr')
    const avif = await sharp(createPng({ width: 8, height: 8 }))
      .avif({ bitdepth: 10 })
      .toBuffer()
    expect(await decodeBytes(insertCicp(avif, 9, transfer))).toBe('hdr')
  })

  it('are refused where a profile says that they are HDR, by its code or by its name', async () => {
    const createDescription = (name: string): [string, Buffer] => [
      'desc',
      Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0'), Buffer.from([name.length]), Buffer.from(name)]),
    ]
    const code = Buffer.from([...Buffer.from('cicp\0\0\0\0'), 9, 16, 0, 1])
    const byCode = createProfile('RGB ', [createDescription('of a camera\0'), ['cicp', code]])
    const byName = createProfile('RGB ', [createDescription('Rec. 2100 PQ')])
    for (const profile of [byCode, byName])
      expect(await decodeBytes(png(SRGB_SAMPLES, [createProfileChunk(profile)]))).toBe('hdr')
  })
})

describe('an image', () => {
  it.each([
    ['png', 90],
    ['jpeg', 70],
  ] as const)('keeps the light of stars when it is made smaller: %s', async (form, sky) => {
    const size = 3200
    const stars = Buffer.alloc(size * size * 3, sky)
    for (let y = 8; y < size; y += 16)
      for (let x = 8; x < size; x += 16) stars.fill(255, (y * size + x) * 3, (y * size + x) * 3 + 3)
    const image = sharp(stars, { raw: { width: size, height: size, channels: 3 } })
    const { data } = await decodeImage(await image.toFormat(form, { quality: 100, compressionLevel: 1 }).toBuffer())
    const light = data.reduce((sum, value) => sum + toLight(value / 255), 0) / data.length
    const share = ((light - toLight(sky / 255)) * 256) / (1 - toLight(sky / 255))
    expect(share).toBeGreaterThan(0.8)
    expect(share).toBeLessThan(1.2)
  })

  it('keeps transparency that is real, and no other', async () => {
    const clear = createPng({
      width: 20,
      height: 10,
      channels: 4,
      samples: Array.from({ length: 800 }, (_, index) => (index % 4 === 3 ? 0.5 : 1)),
    })
    expect(await decodeImage(clear)).toMatchObject({ channels: 4, width: 20, height: 10 })
    const opaque = createPng({ width: 20, height: 10, channels: 4, samples: Array.from({ length: 800 }, () => 1) })
    const { channels, data } = await decodeImage(opaque)
    expect([channels, data.length, data[0]]).toEqual([3, 600, 255])
  })

  it('may have as many pixels in CMYK as any other JPEG', async () => {
    const jpeg = await drawTwoColors(60, 40).toColourspace('cmyk').jpeg().toBuffer()
    // Height and width come after marker, length and depth. Source: ISO/IEC 10918-1, B.2.2
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(9_600, frame + 5)
    jpeg.writeUInt16BE(6_400, frame + 7)
    expect(await decodeImage(jpeg)).toMatchObject({ width: 2560, height: 3840, channels: 3 })
  })

  it('is whole without its last two bytes, and incomplete without more', async () => {
    const jpeg = await grainy(200, 150).jpeg().toBuffer()
    expect(await decodeImage(jpeg.subarray(0, -2))).toMatchObject({ width: 200, height: 150 })
    expect(await decodeImage(jpeg.subarray(0, -1))).toMatchObject({ width: 200, height: 150 })
    expect(await decodeBytes(jpeg.subarray(0, jpeg.length / 2))).toBe('incomplete')
    const progressive = await grainy(200, 150).jpeg({ progressive: true }).toBuffer()
    expect(await decodeImage(progressive.subarray(0, -2))).toMatchObject({ width: 200, height: 150 })
    // Within the last scan. A file that ends with an earlier one is a whole picture of fewer scans.
    expect(await decodeBytes(progressive.subarray(0, progressive.length * 0.75))).toBe('incomplete')
  })
})
