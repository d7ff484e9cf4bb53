/**
 * The encoder's process. It decodes untrusted files, so that the server never does. It holds no secret, and may be killed at any
 * time.
 */
import { setPriority } from 'node:os'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { VARIANT_WIDTHS } from '#contract/image-url.ts'
import { MAX_IMAGE_PIXELS } from '#contract/values/limits.ts'
import type { Encoded, EncoderJob, EncodingJob, EncodingResult } from './encoder.ts'
import { readExposure } from './exposure.ts'
import { compose, type ShareJob } from './share/compose.ts'
import { createPlaceholder, listVariants, writeVariant } from './variants.ts'

const MAX_WIDTH = Math.max(...VARIANT_WIDTHS)
/** Limits images that are much taller than wide. */
const MAX_HEIGHT = 2 * MAX_WIDTH

/** Lower than the server's priority of 0: it gets a quarter of a processor that both need. Source: sched(7), nice values */
const PRIORITY = 5

/** Bytes of the decoded pixels: the maximum of pixels in 8-bit RGB. Decoding more takes seconds, from however small a file. */
const MAX_DECODED_BYTES = MAX_IMAGE_PIXELS * 3

/** Bytes of one sample by the name of its type. Source: libvips, VipsBandFormat */
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 }

const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif']

/** Variants encoded at the same time, one thread each. More need more memory, and save little time on two cores. */
const CONCURRENCY = 2

setPriority(PRIORITY)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.cache(false)
sharp.concurrency(1)

// Ctrl-C reaches the whole process group. The server lets this process finish, and its end disconnects us.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (job: EncoderJob) => process.send?.(await run(job)))

async function run(job: EncoderJob): Promise<EncodingResult> {
  return job.kind === 'share' ? share(job) : encode(job)
}

async function share(job: ShareJob): Promise<EncodingResult> {
  try {
    await compose(job)
    return { composed: true }
  } catch (error) {
    return { failed: String(error) }
  }
}

async function encode({ input, folder, variants }: EncodingJob): Promise<EncodingResult> {
  let image: Sharp
  let size: Pick<Encoded, 'width' | 'height'>
  try {
    const refused = await findTooLarge(input)
    if (refused) return { refused }
    ;({ image, size } = await decode(input))
  } catch {
    return { refused: 'unreadable' }
  }
  try {
    await write(image, size.width, folder, variants)
    const [placeholder, exposure] = [await createPlaceholder(image), await readExposure(input)]
    return { encoded: { ...size, placeholder, exposure } }
  } catch (error) {
    return { failed: String(error) }
  }
}

/** Returns why an image is too large to decode, or null. Reads only its header. */
async function findTooLarge(input: string): Promise<'too many pixels' | 'too deep' | null> {
  const { width, height, channels, depth } = await sharp(input, { limitInputPixels: false }).metadata()
  if (width * height > MAX_IMAGE_PIXELS) return 'too many pixels'
  return width * height * channels * (SAMPLE_BYTES[depth] ?? 8) > MAX_DECODED_BYTES ? 'too deep' : null
}

/**
 * Decodes the first frame: rotated upright, at most as large as shown, converted to sRGB by its color profile, transparency on
 * white. Only the pixels of the file are kept.
 */
async function decode(input: string): Promise<{ image: Sharp; size: Pick<Encoded, 'width' | 'height'> }> {
  const { data, info } = await sharp(input, {
    failOn: 'error',
    limitInputPixels: MAX_IMAGE_PIXELS,
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { image: sharp(data, { raw: { width, height, channels } }), size: { width, height } }
}

/** Writes the largest variant first, because it takes longest. */
async function write(image: Sharp, width: number, folder: string, which: EncodingJob['variants']): Promise<void> {
  const variants = which === 'all' ? listVariants(width).reverse() : [{ width, format: 'webp' } as const]
  await pLimit(CONCURRENCY).map(variants, (variant) => writeVariant(image, variant, folder))
}
