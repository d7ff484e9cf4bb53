/** Decodes uploaded files to pixels in sRGB, or in Display P3. Runs in the encoder's process, since the files are untrusted. */
import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { detectImageType } from '#contract/image-type.ts'
import { VARIANT_WIDTHS } from '#contract/image-url.ts'
import { MAX_IMAGE_PIXELS, MAX_JPEG_PIXELS } from '#contract/values/image-limits.ts'
import { type ColorSource, readColorSource } from './color-source.ts'
import { BT709, convertColors, hasWideColors, P3, type Primaries } from './color-spaces.ts'
import type { Reason } from './encoder.ts'
import { convertHeic } from './heic.ts'
import { type Image, readPixels, scaleInLight } from './scale-in-light.ts'
import { toSharp } from './variants.ts'

const MAX_WIDTH = Math.max(...VARIANT_WIDTHS)

/** Bytes of the decoded pixels: the maximum of pixels in 8-bit RGB. Decoding more takes seconds, from however small a file. */
const MAX_DECODED_BYTES = MAX_IMAGE_PIXELS * 3

/** Bytes of all coefficients of a progressive JPEG, which are in memory at the same time, two for each sample. */
const MAX_COEFFICIENT_BYTES = 450_000_000

/** Bytes of one sample by the name of its type. Source: libvips, VipsBandFormat */
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 }

/** An image in sRGB, or in Display P3 where it has colors that sRGB lacks. */
export interface Decoded {
  image: Image
  isWide: boolean
  /** Pixels of the upright file. */
  width: number
  height: number
}

/**
 * Decodes the first frame: rotated upright, at most as large as shown. Only the pixels of the file are kept. Returns why an image is
 * refused, judged by its header.
 * @param size pixels along the longer side, at most; by default those of variants
 * @throws Error for a file that cannot be decoded
 */
export async function decode(file: string, size?: number): Promise<Decoded | Reason> {
  const opened = await open(file)
  if (typeof opened === 'string') return opened
  const decoded = await decodeWhole(opened, { width: size, height: size })
  return typeof decoded === 'string' ? decoded : { ...decoded, ...opened.metadata.autoOrient }
}

interface OpenedFile {
  bytes: Buffer
  metadata: Metadata
  source: ColorSource | null
}

/** Reads a file, or returns why its header refuses it. */
async function open(file: string): Promise<OpenedFile | Reason> {
  const { source, ...opened } = await read(file)
  return findTooLarge(opened.metadata) ?? (source === 'hdr' ? 'hdr' : { ...opened, source })
}

async function decodeWhole(file: OpenedFile, options: PixelOptions): Promise<DecodedPixels | Reason> {
  try {
    return await decodePixels(file, options)
  } catch (error) {
    if (file.metadata.format !== 'jpeg') throw error
    // The last two bytes only say that the file ends.
    const ended = { ...file, bytes: Buffer.concat([file.bytes, END_OF_JPEG]) }
    return await decodePixels(ended, { ...options, failOn: 'warning' }).catch(() => 'incomplete')
  }
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** Returns why an image is too large to decode, or null. */
function findTooLarge(metadata: Metadata): Reason | null {
  const { width, height, channels, depth, format, isProgressive } = metadata
  const pixels = width * height
  if (pixels > (format === 'jpeg' ? MAX_JPEG_PIXELS : MAX_IMAGE_PIXELS)) return 'too many pixels'
  if (format === 'jpeg')
    return isProgressive && countSamples(metadata) * 2 > MAX_COEFFICIENT_BYTES ? 'progressive' : null
  return pixels * channels * (SAMPLE_BYTES[depth] ?? 8) > MAX_DECODED_BYTES ? 'too deep' : null
}

/** Returns whether a JPEG has so many pixels that it must be made smaller while it is decoded. */
function isLargeJpeg({ width, height, format }: Metadata): boolean {
  return format === 'jpeg' && width * height > MAX_IMAGE_PIXELS
}

function countSamples({ width, height, channels, chromaSubsampling }: Metadata): number {
  return width * height * (chromaSubsampling === '4:2:0' ? 1.5 : channels)
}

interface PixelOptions {
  failOn?: SharpOptions['failOn']
  /** Pixels, at most. */
  width?: number | undefined
  height?: number | undefined
}

type DecodedPixels = Pick<Decoded, 'image' | 'isWide'>

async function decodePixels(
  { bytes, metadata, source }: OpenedFile,
  { failOn = 'error', width = MAX_WIDTH, height = 2 * width }: PixelOptions,
): Promise<DecodedPixels> {
  const options = { failOn, limitInputPixels: MAX_JPEG_PIXELS, sequentialRead: true, ignoreIcc: source !== null }
  const image = sharp(bytes, options)
    .autoOrient()
    // Limits images that are much taller than wide.
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
  const decoded = await (source ? decodeBySource(image, metadata, source) : decodeByProfile(image, metadata))
  return { ...decoded, image: dropOpaqueAlpha(decoded.image) }
}

async function decodeBySource(image: Sharp, { channels }: Metadata, source: ColorSource): Promise<DecodedPixels> {
  const { data, info } = await image
    .toColourspace(channels < 3 ? 'grey16' : 'rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  const convert = (target: Primaries): Image => ({
    ...{ width: info.width, height: info.height },
    ...convertColors(samples, info.channels, source, target),
  })
  const wide = channels < 3 || source.primaries === null ? null : convert(P3)
  const isWide = wide !== null && hasWideColors(await readBytes(toSample(toSharp(wide))))
  return { image: isWide ? wide : convert(BT709), isWide }
}

async function decodeByProfile(image: Sharp, metadata: Metadata): Promise<DecodedPixels> {
  const small = await makeSmall(image, metadata)
  const isWide = mayBeWide(metadata) && (await hasWide(small ? sharp(small) : image.clone()).catch(() => false))
  return { image: await (isWide ? decodeToP3(image, small, metadata) : decodeToSrgb(image, small, metadata)), isWide }
}

async function decodeToSrgb(image: Sharp, small: Buffer | null, metadata: Metadata): Promise<Image> {
  const { channels, space, icc, depth } = metadata
  const isColor = channels >= 3 && space !== 'cmyk'
  if (!isColor || isSlowInLight(metadata)) {
    const decoded = await readBytes((small ? sharp(small) : image.clone()).toColourspace('srgb'))
    if (!isColor || isLargeJpeg(metadata) || !isDark(decoded)) return decoded
  }
  // sharp converts RGB with 16 bits to Display P3 by its profile. Without a profile this would take it for Display P3.
  if (isRgbProfile(icc)) image.withIccProfile('srgb', { attach: false })
  return scaleInLight(image, { hasSixteenBits: depth === 'ushort' })
}

/** Decodes an image with a profile of RGB. @param small the same image in its own colors, or null */
async function decodeToP3(image: Sharp, small: Buffer | null, metadata: Metadata): Promise<Image> {
  if (small) {
    const decoded = NAME_OF_P3.test(toText(metadata.icc))
      ? await readBytes(sharp(small, { ignoreIcc: true }))
      : await readPixels(toP3(sharp(small)), { hasSixteenBits: true })
    if (isLargeJpeg(metadata) || !isDark(decoded)) return decoded
  }
  return scaleInLight(toP3(image), { hasSixteenBits: metadata.depth === 'ushort' })
}

const toP3 = (image: Sharp) => image.withIccProfile('p3', { attach: false })

/** Makes a JPEG or a HEIC smaller in its own colors. Converted before, all its pixels would take several times as long. */
async function makeSmall(image: Sharp, metadata: Metadata): Promise<Buffer | null> {
  if (!isSlowInLight(metadata)) return null
  const small = image.clone().keepIccProfile()
  // No format of ours but JPEG has CMYK.
  if (metadata.space === 'cmyk')
    return small.pipelineColourspace('cmyk').toColourspace('cmyk').jpeg(BEST_JPEG).toBuffer()
  return isRgbProfile(metadata.icc) ? small.png({ compressionLevel: 0 }).toBuffer() : null
}

const BEST_JPEG = { quality: 100, chromaSubsampling: '4:4:4' }

async function readBytes(image: Sharp): Promise<Image> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 }
}

/** Pixels of a small version, by which an image is judged. */
const SAMPLE_SIZE = 256

const toSample = (image: Sharp) =>
  image.resize({ width: SAMPLE_SIZE, height: SAMPLE_SIZE, fit: 'inside', withoutEnlargement: true })

/** Returns whether an image with a profile of RGB has colors that sRGB lacks. */
async function hasWide(image: Sharp): Promise<boolean> {
  return hasWideColors(await readPixels(toP3(toSample(image)), { hasSixteenBits: true }))
}

async function read(file: string) {
  const bytes = await readFile(file)
  const metadata = await readMetadata(bytes)
  const source = readColorSource(bytes, metadata.format, metadata)
  const isTooLarge = metadata.width * metadata.height > MAX_IMAGE_PIXELS
  if (detectImageType(bytes) !== 'heic' || isTooLarge) return { bytes, metadata, source }
  const png = await readConverted(file, bytes, metadata)
  const { autoOrient } = metadata
  return { bytes: png, metadata: { ...(await readMetadata(png)), autoOrient, compression: 'hevc' as const }, source }
}

const readMetadata = (bytes: Buffer) => sharp(bytes, { limitInputPixels: false }).metadata()

/** Pixels: more than any variant or view has. */
const CONVERTED_WIDTH = 4096

/** An image is read several times, and converting takes seconds: the result is kept beside the file. */
async function readConverted(file: string, bytes: Buffer, { icc }: Metadata): Promise<Buffer> {
  const path = `${file}.png`
  const converted = await readFile(path).catch(() => null)
  if (converted) return converted
  const png = await convertHeic(bytes, { icc, width: CONVERTED_WIDTH })
  await writeFile(path, png)
  return png
}

/** Names in the description of a profile, in ASCII or in UTF-16. Those of Display P3 are of phones, and of sharp. */
const NAME_OF_SRGB = /s\0?R\0?G\0?B/
const NAME_OF_P3 = /D\0?i\0?s\0?p\0?l\0?a\0?y\0? \0?P\0?3|s\0?P\0?3\0?C/

const toText = (icc: Buffer | undefined) => icc?.toString('latin1') ?? ''

function mayBeWide({ channels, icc }: Metadata): boolean {
  return channels >= 3 && isRgbProfile(icc) && !NAME_OF_SRGB.test(toText(icc))
}

/** The mean of a night sky is below it, from 0 to 255. */
const DARK = 90

/**
 * Returns whether an image takes several times as long where it is scaled in light: a JPEG, since its decoder cannot make it smaller, and
 * a HEIC, which is slow already. Of both only the dark ones are scaled in light, since their points of light would fade.
 */
function isSlowInLight({ format, compression }: Metadata): boolean {
  return format === 'jpeg' || compression === 'hevc'
}

/** Pixels between those by which the brightness is judged. */
const SAMPLE_STEP = 61

function isDark({ data, channels }: Image): boolean {
  let [sum, count] = [0, 0]
  for (let at = 0; at < data.length; at += channels * SAMPLE_STEP, count++)
    // Source: ITU-R BT.709, the weights of luma
    sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
  return sum < DARK * count
}

/** Returns whether it is a profile that sharp does not ignore. Source: ICC.1 (4.4), 7.2 */
function isRgbProfile(icc: Buffer | undefined): boolean {
  return icc?.toString('latin1', 36, 40) === 'acsp' && icc.toString('latin1', 16, 20) === 'RGB '
}

/** Many files have a channel for transparency that is opaque. */
function dropOpaqueAlpha(image: Image): Image {
  const { data, channels } = image
  if (channels === 3) return image
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return image
  const opaque = Buffer.alloc((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) data.copy(opaque, to, from, from + 3)
  return { ...image, data: opaque, channels: 3 }
}
