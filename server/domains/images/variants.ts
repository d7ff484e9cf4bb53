/**
 * The variants of an image: their names, sizes and encoding. Uploaded and committed images (ops/image-variants.ts) share them. The
 * files of an uploaded image lie together, in a folder or under a prefix that is the image's name.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { findWideWebpWidth, listVariantWidths, WIDE_FILE } from '#contract/image-url.ts'
import { convertP3ToSrgb } from './color-spaces.ts'
import { addProfile, readP3Profile } from './png-profile.ts'
import { type Image, scaleInLight } from './scale-in-light.ts'

const IMAGE_FORMATS = ['avif', 'webp'] as const
type ImageFormat = (typeof IMAGE_FORMATS)[number]

export const MEDIA_TYPES: Record<ImageFormat, string> = { avif: 'image/avif', webp: 'image/webp' }

/** One file of an image. */
export interface Variant {
  width: number
  format: ImageFormat
  /** In Display P3 rather than sRGB. */
  isWide?: boolean
}

const NAME = /^[0-9a-f]{64}-[0-9a-f]{12}$/
const VARIANT = /^([1-9]\d{0,3})(-p3)?\.(avif|webp)$/
/** The last part of an image's URL, which is the image in its full width. */
const FULL_WIDTH = /^([1-9]\d{0,3})x[1-9]\d{0,3}-[\w-]{1,400}\.webp$/

/** Returns a new, unique name. @param hash SHA-256 of the uploaded bytes, in hex */
export function createName(hash: string): string {
  return `${hash}-${randomBytes(6).toString('hex')}`
}

/**
 * Returns all files that an image of this width may have. Earlier versions wrote both formats of an image in sRGB and in Display P3, in
 * all widths.
 * @param isWide true if it has variants in Display P3
 */
export function listVariants(width: number, isWide = false): Variant[] {
  const variants = listVariantWidths(width).flatMap((each) => IMAGE_FORMATS.map((format) => ({ width: each, format })))
  return isWide ? [...variants, ...variants.map((variant) => ({ ...variant, isWide }))] : variants
}

/** Returns the files that an image of this width has when its upload is accepted, all in sRGB. The others follow. */
export function listFirstVariants(width: number): Variant[] {
  return listVariants(width).filter(({ format }) => format === 'webp')
}

/** Returns the files that follow and are waited for. @param isWide true if they are in Display P3 */
export function listLaterVariants(width: number, isWide: boolean): Variant[] {
  return listVariantWidths(width).map((each) => ({ width: each, format: 'avif', isWide }))
}

/** Returns the file in Display P3 that comes last, for large screens of browsers that do not show AVIF. */
export function findWideWebp(width: number): Variant {
  return { width: findWideWebpWidth(width), format: 'webp', isWide: true }
}

/** Returns a file, and those to serve in its place while it does not exist. The last has always been there. */
export function listSubstitutes(variant: Variant): Variant[] {
  const { width, format, isWide } = variant
  return [
    variant,
    ...(isWide ? [{ width, format }] : []),
    ...(format === 'webp' ? [] : [{ width, format: 'webp' as const }]),
  ]
}

export function toFileName({ width, format, isWide }: Variant): string {
  return `${width}${isWide ? WIDE_FILE : ''}.${format}`
}

/** Returns the variant of a path `/pictures/{name}/{file}`, or null for a path that cannot be one. */
export function parseVariant(name: string, file: string): Variant | null {
  if (!NAME.test(name)) return null
  const [, width, mark, format] = VARIANT.exec(file) ?? []
  if (width && format) return { width: Number(width), format: format as ImageFormat, isWide: mark !== undefined }
  const [, fullWidth] = FULL_WIDTH.exec(file) ?? []
  return fullWidth ? { width: Number(fullWidth), format: 'webp' } : null
}

/** Pixels across, above which only large screens need a variant. */
const LARGE = 960

/**
 * Quality that is hard to tell from the original, in files that a phone loads quickly. AVIF of more effort takes several times as
 * long for files that are no smaller, WebP of effort 3 twice as long as 2 for 5 to 8 % fewer bytes (measured): few browsers load a large one.
 * Without sharp chroma WebP blurs thin red lines; with it each file takes twice as long.
 */
const ENCODERS = {
  avif: (image: Sharp, _variant: Variant, { quality = 50 }: EncodingOptions) => image.avif({ quality, effort: 0 }),
  webp: (image: Sharp, { width }: Variant, { quality = 72, hasSharpChroma = true }: EncodingOptions) =>
    image.webp({ quality, effort: width > LARGE ? 2 : 3, smartSubsample: hasSharpChroma }),
} satisfies Record<ImageFormat, (image: Sharp, variant: Variant, options: EncodingOptions) => Sharp>

interface EncodingOptions {
  /** From 1 to 100; that of its format by default. */
  quality?: number
  /** False for an image without edges between colors. */
  hasSharpChroma?: boolean
}

interface WriteOptions extends EncodingOptions {
  folder: string
  /** Metadata of the file; null for none. */
  xmp: string | null
  /** True for pixels in Display P3. */
  isWide?: boolean
  /** Stores the pixels of each width too, for `writeRest`. */
  keepsPixels?: boolean
}

/** More at once need more memory, and save little time on two cores. */
const CONCURRENCY = 2

/**
 * Writes variants of an image, those in sRGB also from pixels in Display P3. The widest come first, because they take longest. Those of a
 * width share its pixels. Returns the image in the smallest width, in sRGB.
 */
export async function writeVariants(image: Image, variants: Variant[], options: WriteOptions): Promise<Image> {
  const scaled = new Map<number, Promise<Image>>()
  const widestFirst = variants.toSorted((one, other) => other.width - one.width)
  let larger = Promise.resolve(image)
  await pLimit(CONCURRENCY).map(widestFirst, async (variant) => {
    const known = scaled.get(variant.width)
    // Each from the next larger one, which has a fraction of the pixels of the first.
    if (!known) larger = larger.then((from) => scale(from, variant.width))
    const ofWidth = known ?? larger
    scaled.set(variant.width, ofWidth)
    const pixels = await ofWidth
    await Promise.all([
      options.keepsPixels && !known && writePixels(pixels, variant, options),
      writeVariant(toColors(pixels, variant, options), variant, options),
    ])
  })
  return options.isWide ? toSrgb(await larger) : larger
}

function toColors(pixels: Image, variant: Variant, options: WriteOptions): Sharp {
  // Pixels without a profile stay as they are: this only names their color space.
  if (variant.isWide) return toSharp(pixels).pipelineColourspace('rgb16').withIccProfile('p3')
  return toSharp(options.isWide ? toSrgb(pixels) : pixels)
}

/** Returns an image in Display P3 with the colors that sRGB has of it. */
export function toSrgb(image: Image): Image {
  return { ...image, data: convertP3ToSrgb(image.data, image.channels) }
}

export const toSharp = (image: Image) => sharp(image.data, { raw: image })
async function writePixels(image: Image, variant: Variant, options: WriteOptions): Promise<void> {
  const png = await toSharp(image).png({ compressionLevel: 0 }).toBuffer()
  await writeFile(toPixels(variant, options), options.isWide ? addProfile(png, await readP3Profile()) : png)
}
const toPixels = ({ width }: Variant, { folder }: WriteOptions) => join(folder, `${width}.png`)

/** Writes variants from the pixels that `writeVariants` has stored. */
export async function writeRest(variants: Variant[], options: WriteOptions): Promise<void> {
  await pLimit(CONCURRENCY).map(variants.toReversed(), async (variant) => {
    const image = sharp(toPixels(variant, options))
    // It converts nothing: the pixels have this profile.
    if (variant.isWide) image.keepIccProfile()
    await writeVariant(image, variant, options)
  })
}

async function scale(image: Image, width: number): Promise<Image> {
  if (width >= image.width) return image
  return scaleInLight(toSharp(image).resize(width))
}

async function writeVariant(image: Sharp, variant: Variant, { folder, xmp, ...options }: WriteOptions): Promise<void> {
  if (xmp) image.withXmp(xmp)
  await ENCODERS[variant.format](image, variant, options).toFile(join(folder, toFileName(variant)))
}

/** Pixels, along the longer side. */
const PLACEHOLDER_SIZE = 12

/**
 * Returns a version of the image for its URL: a few pixels, about 60 bytes in base64url. That of a transparent image is empty, because
 * it stays visible through the image.
 */
export async function createPlaceholder(image: Sharp): Promise<string> {
  const { hasAlpha } = await image.metadata()
  const small = image.clone().resize(PLACEHOLDER_SIZE, PLACEHOLDER_SIZE, { fit: 'inside' })
  if (hasAlpha) small.linear([1, 1, 1, 0], [0, 0, 0, 0])
  return (await small.webp({ quality: 20, effort: 6 }).toBuffer()).toString('base64url')
}
