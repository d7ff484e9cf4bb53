/**
 * The encoder's process. It decodes untrusted files, so that the server never does. It holds no secret, and may be killed at any
 * time.
 */
import { setPriority } from 'node:os'
import sharp from 'sharp'
import type { ImageCredit } from '#contract/image-credit.ts'
import { hasCredentials, readCredentials } from './credentials.ts'
import { decode } from './decode.ts'
import type { EncoderJob, EncodingJob, EncodingResult, LaterJob, Reason, ViewsJob, WritingJob } from './encoder.ts'
import { formatCamera, formatExposure } from './exposure.ts'
import { readCredit, writeXmp } from './image-credit.ts'
import { readTags, type Tags } from './image-tags.ts'
import { readImageTexts } from './image-texts.ts'
import { readWarnings } from './image-warnings.ts'
import { writeJpeg } from './jpeg.ts'
import { hasColorEdges } from './scale-in-light.ts'
import { compose } from './share/compose.ts'
import { readShot } from './shot.ts'
import { createPlaceholder, listFirstVariants, toSharp, type Variant, writeRest, writeVariants } from './variants.ts'
import { listViews, VIEW_QUALITY, VIEW_SIZES } from './views.ts'

/** Lower than the server's priority of 0: it gets a quarter of a processor that both need. Source: sched(7), nice values */
const PRIORITY = 5

const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif']

setPriority(PRIORITY)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.cache(false)
sharp.concurrency(1)

// The files are untrusted, and what they name is not fetched.
globalThis.fetch = () => Promise.reject(new Error('the encoder has no network'))

// Ctrl-C reaches the whole process group. The server lets this process finish, and its end disconnects us.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (job: EncoderJob) => process.send?.(await run(job)))

async function run(job: EncoderJob): Promise<EncodingResult> {
  if (job.kind === 'variants') return encode(job)
  if (job.kind === 'credentials') return { credentials: await readCredentials(job) }
  return job.kind === 'views' ? encodeViews(job) : make(job)
}

async function make(job: WritingJob): Promise<EncodingResult> {
  try {
    if (job.kind === 'later') await encodeLater(job)
    else await (job.kind === 'share' ? compose(job) : writeJpeg(job))
    return { made: true }
  } catch (error) {
    return { failed: String(error) }
  }
}

/** Decodes a file and encodes it. The first is the fault of the file where it fails, the second ours. */
async function convert<T extends object>(
  decoded: Promise<T | Reason>,
  encodeDecoded: (decoded: T) => Promise<EncodingResult>,
): Promise<EncodingResult> {
  const image = await decoded.catch((): Reason => 'unreadable')
  if (typeof image === 'string') return { refused: image }
  return encodeDecoded(image).catch((error) => ({ failed: String(error) }))
}

function encode({ input, folder, variants }: EncodingJob): Promise<EncodingResult> {
  return convert(decode(input), async ({ image, isWide }) => {
    const tags = await readTags(input)
    const credit = readCredit(tags)
    const { width, height, channels } = image
    const keepsPixels = variants === 'all'
    const written = keepsPixels ? listFirstVariants(width) : ([{ width, format: 'webp' }] satisfies Variant[])
    const colors = { isWide, hasSharpChroma: hasColorEdges(image) }
    const [smallest, claimsCredentials, warnings] = await Promise.all([
      writeVariants(image, written, { folder, xmp: toXmp(credit), ...colors, keepsPixels }),
      hasCredentials(input),
      readWarnings(input, channels === 4),
    ])
    const placeholder = await createPlaceholder(toSharp(smallest))
    const encoded = { width, height, colors, placeholder, credit, warnings, ...describeFile(tags) }
    return { encoded, hasCredentials: claimsCredentials }
  })
}

const describeFile = (tags: Tags) => ({
  exposure: formatExposure(tags),
  camera: formatCamera(tags),
  ...readImageTexts(tags),
})

function encodeViews({ input, folder }: ViewsJob): Promise<EncodingResult> {
  return convert(decode(input, Math.max(...VIEW_SIZES)), async ({ image, isWide, width, height }) => {
    const tags = await readTags(input)
    const views = listViews(image, isWide)
    await writeVariants(image, views, { folder, xmp: toXmp(readCredit(tags)), isWide, quality: VIEW_QUALITY })
    return { viewed: { width, height, views, shot: readShot(tags), warnings: await readWarnings(input) } }
  })
}

async function encodeLater({ input, folder, variants, hasSharpChroma }: LaterJob): Promise<void> {
  const xmp = toXmp(readCredit(await readTags(input)))
  await writeRest(variants, { folder, xmp, hasSharpChroma })
}

const toXmp = (credit: ImageCredit | null) => credit && writeXmp(credit)
