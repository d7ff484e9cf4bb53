/**
 * The variants of an image: their names, sizes and encoding. Uploaded and committed images (ops/image-variants.ts) share them. The
 * files of an uploaded image lie together, in a folder or under a prefix that is the image's name.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { listVariantWidths, WIDE_FILE } from '#contract/image-url.ts'
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

/** Returns all files of an image of this width. @param isWide true if it has variants in Display P3 */
export function listVariants(width: number, isWide = false): Variant[] {
  const variants = listVariantWidths(width).flatMap((each) => IMAGE_FORMATS.map((format) => ({ width: each, format })))
  return isWide ? [...variants, ...listWideVariants(width)] : variants
}

/** Returns the files in sRGB that an image of this width has when its upload is accepted. The others follow. */
export function listFirstVariants(width: number): Variant[] {
  return listVariants(width).filter(({ format }) => format === 'webp')
}

/** Returns the files in sRGB that follow. */
export function listLaterVariants(width: number): Variant[] {
  return listVariants(width).filter(({ format }) => format !== 'webp')
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

/** Returns the files in Display P3 of an image of this width. */
export function listWideVariants(width: number): Variant[] {
  return listVariants(width).map((variant) => ({ ...variant, isWide: true }))
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

/**
 * Quality that is hard to tell from the original, in files that a phone loads quickly. AVIF of more effort takes several times as
 * long for files that are no smaller, WebP of effort 4 a seventh longer (measured). Without sharp chroma WebP blurs thin red lines; with it
 * each file takes twice as long.
 */
const ENCODERS = {
  avif: (image: Sharp, { quality = 50 }: EncodingOptions) => image.avif({ quality, effort: 0 }),
  webp: (image: Sharp, { quality = 72, hasSharpChroma = true }: EncodingOptions) =>
    image.webp({ quality, effort: 3, smartSubsample: hasSharpChroma }),
} satisfies Record<ImageFormat, (image: Sharp, options: EncodingOptions) => Sharp>

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
  /** Stores the pixels of each width too, for `writeRest`. */
  keepsPixels?: boolean
  /** Files written at the same time, one thread each. */
  atOnce?: number
}

/** More at once need more memory, and save little time on two cores. */
const CONCURRENCY = 2

/**
 * Writes variants of an image, whose pixels are in their color space. The widest come first, because they take longest. Those of a width
 * share its pixels. Returns the image in the smallest width.
 */
export async function writeVariants(image: Image, variants: Variant[], options: WriteOptions): Promise<Image> {
  const scaled = new Map<number, Promise<Image>>()
  const widestFirst = variants.toSorted((one, other) => other.width - one.width)
  let larger = Promise.resolve(image)
  await pLimit(options.atOnce ?? CONCURRENCY).map(widestFirst, async (variant) => {
    const known = scaled.get(variant.width)
    // Each from the next larger one, which has a fraction of the pixels of the first.
    if (!known) larger = larger.then((from) => scale(from, variant.width))
    const ofWidth = known ?? larger
    scaled.set(variant.width, ofWidth)
    const pixels = await ofWidth
    await Promise.all([
      options.keepsPixels && !known && writePixels(pixels, variant, options),
      writeVariant(toSharp(pixels), variant, options),
    ])
  })
  return larger
}

export const toSharp = (image: Image) => sharp(image.data, { raw: image })
const writePixels = (image: Image, variant: Variant, options: WriteOptions) =>
  toSharp(image).png({ compressionLevel: 0 }).toFile(toPixels(variant, options))
const toPixels = ({ width }: Variant, { folder }: WriteOptions) => join(folder, `${width}.png`)

/** Writes variants from the pixels that `writeVariants` has stored, one after the other. */
export async function writeRest(variants: Variant[], options: WriteOptions): Promise<void> {
  for (const variant of variants) await writeVariant(sharp(toPixels(variant, options)), variant, options)
}

async function scale(image: Image, width: number): Promise<Image> {
  if (width >= image.width) return image
  return scaleInLight(toSharp(image).resize(width))
}

async function writeVariant(image: Sharp, variant: Variant, { folder, xmp, ...options }: WriteOptions): Promise<void> {
  if (xmp) image.withXmp(xmp)
  // Pixels without a profile stay as they are: this only names their color space.
  if (variant.isWide) image.pipelineColourspace('rgb16').withIccProfile('p3')
  await ENCODERS[variant.format](image, options).toFile(join(folder, toFileName(variant)))
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
