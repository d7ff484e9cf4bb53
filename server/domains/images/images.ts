/** The verbs on uploaded images. */
import { join } from 'node:path'
import { and, eq, inArray, lt, notExists, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ShownCredit } from '#contract/image-credit.ts'
import { buildImageUrl, isWideImage } from '#contract/image-url.ts'
import type { UploadedImage } from '#contract/images.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { listImages } from '#server/platform/markdown.ts'
import type { Context } from '#server/ports/context.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import { isCommitted } from './committed.ts'
import type { Encoded, ImageColors } from './encoder.ts'
import { toShownCredit } from './image-credit.ts'
import type { ImagePipeline } from './image-pipeline.ts'
import { images } from './images.table.ts'
import type { ReceivedUpload } from './intake.ts'
import {
  createName,
  findWideWebp,
  listFirstVariants,
  listLaterVariants,
  listVariants,
  MEDIA_TYPES,
  toFileName,
  type Variant,
} from './variants.ts'

type Ctx = Pick<Context, 'db' | 'actor'>
type Uploaded = UploadedImage['data']

/** An unreferenced image is kept for this time after its last use, because its class may still be in a form. */
const UNUSED_MS = 24 * 60 * 60_000

interface RemovedImage {
  name: string
  width: number
  /** Absent in jobs of an earlier version. */
  isWide?: boolean
}

/** Removes the files of a deleted image. Tries for about a day. */
export const removeFiles: JobKind<RemovedImage> = {
  name: 'pictures.remove',
  timeoutSeconds: 120,
  retries: 30,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 86_400,
}

/**
 * Stores an image and returns its URL. The same bytes uploaded again return the same URL while the image exists.
 * @throws AppError NOT_A_PICTURE, TOO_LARGE, PICTURE_HOST_UNAVAILABLE
 * @throws RateLimitError where too many uploads are in progress
 */
export async function upload(ctx: Ctx, pipeline: ImagePipeline, bytes: AsyncIterable<Buffer>): Promise<Uploaded> {
  return pipeline.intake.receive(ctx.actor.id, bytes, async (received) => {
    if (pipeline.host) return sendToHost(pipeline, received)
    return (await findByHash(ctx.db, received.hash)) ?? store(ctx, pipeline, received)
  })
}

/** Sends the encoded image to the image host, which makes its own variants. */
async function sendToHost({ encoder, host }: ImagePipeline, { file, folder }: ReceivedUpload): Promise<Uploaded> {
  const {
    placeholder: _placeholder,
    colors: _colors,
    ...encoded
  } = await encoder.encode({ input: file, folder, variants: 'largest' })
  const display_url = await host?.(join(folder, toFileName({ width: encoded.width, format: 'webp' })))
  return toUploaded(display_url ?? '', encoded)
}

type UploadFacts = Omit<Encoded, 'placeholder' | 'colors'>

/** Leaves out fields that the file does not state. */
function toUploaded(display_url: string, { width, height, exposure, ...facts }: UploadFacts): Uploaded {
  const { camera, alt, caption, credit, credentials, warnings } = facts
  return {
    display_url,
    width,
    height,
    exposure,
    ...(camera && { camera }),
    ...(alt && { alt }),
    ...(caption && { caption }),
    ...(credit && { credit }),
    ...(credentials && { credentials }),
    ...(warnings.length > 0 && { warnings }),
  }
}

async function findByHash(db: Database, hash: string): Promise<Uploaded | null> {
  const isStored = and(eq(images.hash, hash), eq(images.ready, true))
  const [image] = await db.update(images).set({ usedAt: Date.now() }).where(isStored).returning()
  if (!image) return null
  return toUploaded(image.url, image)
}

async function store(
  { db, actor }: Ctx,
  pipeline: ImagePipeline,
  { file, hash, folder, later }: ReceivedUpload,
): Promise<Uploaded> {
  const { encoder, storage } = pipeline
  const { placeholder, colors, ...encoded } = await encoder.encode({ input: file, folder, variants: 'all' })
  const { width, height } = encoded
  const name = createName(hash)
  const url = buildImageUrl(name, width, height, placeholder, colors.isWide)
  const now = Date.now()
  const row = { name, hash, url, ...encoded, uploadedBy: actor.id }
  await db.insert(images).values({ ...row, createdAt: now, usedAt: now })
  await storeVariants(storage, name, listFirstVariants(width), folder)
  await db.update(images).set({ ready: true }).where(eq(images.name, name))
  later(() => writeLater(db, pipeline, { name, file, folder, width, ...colors }))
  return toUploaded(url, encoded)
}

type StoredUpload = RemovedImage & ImageColors & Pick<ReceivedUpload, 'file' | 'folder'>

/** Writes the files that follow. Requests for AVIF wait for them. */
async function writeLater(db: Database, pipeline: ImagePipeline, image: StoredUpload): Promise<void> {
  const { encoder, storage, unfinished } = pipeline
  const { name, file, folder, width, isWide, hasSharpChroma } = image
  const follow = async (variants: Variant[]) => {
    await encoder.makeLater({ kind: 'later', input: file, folder, variants, hasSharpChroma })
    await storeVariants(storage, name, variants, folder)
  }
  try {
    const written = follow(listLaterVariants(width, isWide))
    const settled = written.catch(() => {})
    unfinished.set(name, settled)
    await written.finally(() => unfinished.delete(name))
    if (isWide) await follow([findWideWebp(width)])
  } finally {
    // The image may have been removed in the meantime.
    if ((await db.$count(images, eq(images.name, name))) === 0) await remove(storage, image)
  }
}

async function storeVariants(storage: ImageStorage, name: string, variants: Variant[], folder: string): Promise<void> {
  const put = (variant: Variant) => {
    const file = toFileName(variant)
    return storage.put(`${name}/${file}`, join(folder, file), MEDIA_TYPES[variant.format])
  }
  await Promise.all(variants.map(put))
}

/**
 * Marks an image as used, in the transaction of the write that refers to it. From then on it is kept.
 * @param field the name of the input, for the message
 * @throws AppError INVALID_INPUT for a URL of our own that has no image
 */
export async function markUsed(tx: Transaction, url: string, field = 'classImage'): Promise<void> {
  if (/^https:/i.test(url) || isCommitted(url)) return
  const isStored = and(eq(images.url, url), eq(images.ready, true))
  const used = await tx.update(images).set({ usedAt: Date.now() }).where(isStored).returning({ name: images.name })
  if (used.length === 0) throw new AppError('INVALID_INPUT', `${field}: there is no such picture`)
}

/** Returns who made images of ours, by their URLs. Other images, and those whose files do not say it, are absent. */
export async function readCredits(db: Database, urls: string[]): Promise<Map<string, ShownCredit>> {
  if (urls.length === 0) return new Map()
  const { url, credit, credentials } = images
  const rows = await db.select({ url, credit, credentials }).from(images).where(inArray(images.url, urls))
  const shown = rows.map((row) => [row.url, toShownCredit(row)] as const)
  return new Map(shown.flatMap(([url, credit]) => (credit ? [[url, credit]] : [])))
}

/** Returns who made the images of Markdown, in words, by their URLs. */
export async function readCreditLines(db: Database, markdown: string): Promise<Map<string, string>> {
  const credits = await readCredits(db, listImages(markdown))
  return new Map([...credits].flatMap(([url, { line }]) => (line ? [[url, line]] : [])))
}

/** All domains, with their columns that may hold the URL of an image. */
type Domains = readonly { images?: readonly PgColumn[] }[]

interface RemovalContext {
  services: Pick<Context, 'db' | 'catalogue' | 'offerSeats' | 'jobs'>
  domains: Domains
}

/**
 * Removes images without a reference that were not used for a day, and those that were never stored completely. A concurrent
 * write that uses one updates the same row, so one waits for the other, and then sees the image used or gone.
 */
export async function removeUnused(
  { services: ctx, domains }: RemovalContext,
  now: number = Date.now(),
): Promise<void> {
  await inTransaction(ctx, async (tx) =>
    removeUnreferenced(tx, ctx, { domains, filter: lt(images.usedAt, now - UNUSED_MS) }),
  )
}

/** Removes an image of a user that another one has replaced, unless something refers to it. */
export async function removeReplaced(
  tx: Transaction,
  ctx: Pick<Context, 'jobs'>,
  { url, uploadedBy, domains }: { url: string; uploadedBy: string; domains: Domains },
): Promise<void> {
  await removeUnreferenced(tx, ctx, {
    domains,
    filter: and(eq(images.url, url), eq(images.uploadedBy, uploadedBy)),
  })
}

async function removeUnreferenced(
  tx: Transaction,
  { jobs }: Pick<Context, 'jobs'>,
  { domains, filter }: { domains: Domains; filter: SQL | undefined },
): Promise<void> {
  const references = domains.flatMap(({ images: columns = [] }) => columns)
  const isUnreferenced = references.map((column) =>
    notExists(tx.select().from(column.table).where(eq(column, images.url))),
  )
  const removed = await tx
    .delete(images)
    .where(and(filter, ...isUnreferenced))
    .returning()
  for (const { name, width, url } of removed)
    await jobs.enqueue(tx, removeFiles, { name, width, isWide: isWideImage(url) })
}

/** Deletes the rows of images whose files are lost, so that they can be uploaded again. */
export async function deleteLost(tx: Transaction, names: string[]): Promise<void> {
  await tx.delete(images).where(inArray(images.name, names))
}

/** Handles the job `removeFiles`. */
export async function remove(storage: ImageStorage, { name, width, isWide }: RemovedImage): Promise<void> {
  await storage.remove(listVariants(width, isWide).map((variant) => `${name}/${toFileName(variant)}`))
}
