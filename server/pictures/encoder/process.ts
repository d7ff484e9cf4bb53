/**
 * The encoder's process: reads what strangers made, so that the server never does. It is told one job after the other, holds no
 * secret, and may be killed at any time.
 */
import { setPriority } from 'node:os'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { VARIANT_WIDTHS } from '#contract/picture-address.ts'
import { MOST_PIXELS } from '#contract/pictures.ts'
import { variantsOf } from '../files.ts'
import { groundOf, writeVariant } from '../variants.ts'
import type { Encoded, EncodingJob, EncodingResult } from './job.ts'

const WIDEST = Math.max(...VARIANT_WIDTHS)
/** Of a picture much taller than wide, the height is what there is too much of. */
const TALLEST = 2 * WIDEST

/** Behind the server, whose own is 0: it gets a quarter of a processor that both want. Source: sched(7), nice values */
const PRIORITY = 5

const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif']

/** Variants that are encoded at the same time, a thread each: more take more memory, and hardly less time on two cores. */
const AT_ONCE = 2

setPriority(PRIORITY)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.cache(false)
sharp.concurrency(1)

// A signal to the whole group is the server's business: it lets us finish, and its end is ours.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (job: EncodingJob) => process.send?.(await resultOf(job)))

async function resultOf({ input, folder, wanted }: EncodingJob): Promise<EncodingResult> {
  let picture: Sharp
  let size: Pick<Encoded, 'width' | 'height'>
  try {
    if (await hasTooManyPixels(input)) return { refused: 'too many pixels' }
    ;({ picture, size } = await decode(input))
  } catch {
    return { refused: 'unreadable' }
  }
  try {
    await write(picture, size.width, folder, wanted)
    return { encoded: { ...size, ground: await groundOf(picture) } }
  } catch (error) {
    return { failed: String(error) }
  }
}

async function hasTooManyPixels(input: string): Promise<boolean> {
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata()
  return width * height > MOST_PIXELS
}

/**
 * The first frame, upright, no larger than it is shown, in sRGB by the profile that it brought, on white where one could look
 * through it. Only its pixels are left of the file.
 */
async function decode(input: string): Promise<{ picture: Sharp; size: Pick<Encoded, 'width' | 'height'> }> {
  const { data, info } = await sharp(input, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize({ width: WIDEST, height: TALLEST, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { picture: sharp(data, { raw: { width, height, channels } }), size: { width, height } }
}

/** The largest first, which take longest. */
async function write(picture: Sharp, width: number, folder: string, wanted: EncodingJob['wanted']): Promise<void> {
  const variants = wanted === 'all' ? variantsOf(width).reverse() : [{ width, form: 'webp' } as const]
  await pLimit(AT_ONCE).map(variants, (variant) => writeVariant(picture, variant, folder))
}
