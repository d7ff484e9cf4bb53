/** Uploads of pictures and of their versions. */
import { and, desc, eq, max, sum } from 'drizzle-orm'
import type { PictureExif } from '#contract/brief-rules.ts'
import { type AddedVersion, PictureForm } from '#contract/critique.ts'
import { MAX_PICTURE_VERSIONS } from '#contract/values/limits.ts'
import type { ImagePipeline } from '#server/domains/images/image-pipeline.ts'
import type { ReceivedUpload } from '#server/domains/images/intake.ts'
import * as Files from '#server/domains/images/private-files.ts'
import type { Shot } from '#server/domains/images/shot.ts'
import { toFileName } from '#server/domains/images/variants.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toNearestInstant } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import type { HandlerOptions, UploadOptions } from '#server/ports/serve.ts'
import { findPicture, findSubmission, type PictureRow, requireOwn, type SubmissionRow } from './access.ts'
import { requireEnrolment } from './briefs.ts'
import { briefs, pictures, submissions, versions } from './critique.table.ts'
import * as Notices from './notices.ts'
import { removeVersions } from './pictures.ts'
import * as Submissions from './submissions.ts'

type Bytes = AsyncIterable<Buffer>
type Version = typeof versions.$inferSelect
type Upload = Pick<HandlerOptions, 'receivedAt'>

const GIGABYTE = 1024 ** 3
const STORAGE_USED_UP = 'Your pictures use all the storage that you have here. Delete some first.'

/**
 * Adds a picture to a submission of the actor. The same file returns the same picture.
 * @throws AppError NOT_FOUND, ENROLMENT_ENDED, LIMIT_REACHED, INVALID_INPUT, and like the upload of any image
 */
export async function add(
  ctx: Context,
  pipeline: ImagePipeline,
  {
    id,
    bytes,
    receivedAt,
    readFields,
  }: Upload & { id: string; bytes: Bytes } & Pick<UploadOptions<unknown>, 'readFields'>,
): Promise<AddedVersion & { insertedId: string }> {
  const row = await findSubmission(ctx.db, ctx.actor, id)
  await requireUpload(ctx, row)
  return pipeline.intake.receive(ctx.actor.id, bytes, async (received) => {
    const { intent } = readFields(PictureForm)
    const insertPicture = (tx: Transaction) => insert(tx, row, { intent, begunAt: receivedAt })
    const { version, ...added } = await addFile(ctx, pipeline, { row, received, insertPicture })
    return { insertedId: version.pictureId, ...added }
  })
}

/** Adds a version of a picture of the actor. The same file as its newest returns that. @throws AppError like `add` */
export async function addVersion(
  ctx: Context,
  pipeline: ImagePipeline,
  { id, bytes }: { id: string; bytes: Bytes },
): Promise<AddedVersion> {
  const row = await findPicture(ctx.db, ctx.actor, id)
  await requireUpload(ctx, row)
  return pipeline.intake.receive(ctx.actor.id, bytes, async (received) => {
    const insertPicture = (tx: Transaction) => requireRoomForVersion(tx, row.picture.id)
    const { version: _version, ...added } = await addFile(ctx, pipeline, { row, received, insertPicture })
    return added
  })
}

async function requireUpload(ctx: Context, row: SubmissionRow): Promise<void> {
  requireOwn(ctx.actor, row)
  await requirePlace(ctx, row, ctx.db)
  await requireStorage(ctx, ctx.db, 1)
}

/**
 * Requires a place in the date of a brief that the actor has begun a submission for. No enrolment is left to explain that they have moved, or have
 * given their place to a substitute.
 * @throws AppError ENROLMENT_ENDED
 */
async function requirePlace(ctx: Context, { brief }: Pick<SubmissionRow, 'brief'>, db: Database): Promise<void> {
  await requireEnrolment(ctx, brief, db).catch((error: unknown) => {
    const hasLeft = error instanceof AppError && error.code === 'NOT_FOUND'
    throw hasLeft ? new AppError('ENROLMENT_ENDED', brief.runId === null ? LEFT_CLASS : LEFT_DATE) : error
  })
}

const LEFT_CLASS = 'You no longer have a place in this class, so you cannot add pictures here.'
const LEFT_DATE = 'This brief is for a date in which you no longer have a place, so you cannot add pictures here.'

interface NewFile {
  row: SubmissionRow & Partial<PictureRow>
  received: ReceivedUpload
  /** Returns the id of the picture that the file belongs to. */
  insertPicture: (tx: Transaction) => Promise<string>
}

/**
 * Encodes a file, inserts its row, stores it, and then shows it. Where that fails, nothing of it stays. An upload that did not end is
 * ended by the next one of the same file.
 */
async function addFile(
  ctx: Context,
  { encoder, storage }: ImagePipeline,
  { row, received, insertPicture }: NewFile,
): Promise<AddedVersion & { version: Version }> {
  const { hash, type, file, folder } = received
  const { shot, views: variants, warnings, ...size } = await encoder.view({ input: file, folder })
  const views = variants.map(toFileName)
  const zone = row.timeZone ?? ctx.school.current.time_zone
  const values = { hash, mediaType: `image/${type}`, views, ...size, exif: toExif(shot, zone) }
  const bytes = await Files.measure(file, folder, views)
  const version = await inTransaction(ctx, async (tx) => {
    await lock(tx, ctx, row)
    const existing = await findSame(tx, row, hash)
    if (existing) return existing
    await requireStorage(ctx, tx, bytes)
    const pictureId = await insertPicture(tx)
    const [created] = await tx
      .insert(versions)
      .values({ ...values, bytes, pictureId, createdAt: Date.now() })
      .returning()
    return must(created)
  })
  const added = { version, versionId: version.id, ...(warnings.length > 0 && { warnings }) }
  if (version.ready) return added
  try {
    await Files.store(storage, version, { file, folder })
    await show(ctx, row, version.id)
  } catch (error) {
    await inTransaction(ctx, (tx) => removeUnready(tx, ctx, version))
    throw error
  }
  return added
}

/** Removes a version whose files could not be stored. Another upload of the same file may have stored them, or a deletion removed it. */
async function removeUnready(tx: Transaction, ctx: Context, { id, views }: Version): Promise<void> {
  const isUnready = and(eq(versions.id, id), eq(versions.ready, false))
  await removeVersions(tx, ctx, tx.select({ id: versions.id }).from(versions).where(isUnready))
  // The deletion has removed only the files that were there by then.
  if ((await tx.$count(versions, eq(versions.id, id))) === 0)
    await ctx.jobs.enqueue(tx, Files.removeFiles, { id, views })
}

/** Locks what an upload changes: in this order, as everywhere. @throws AppError NOT_FOUND, ENROLMENT_ENDED where it has ended since */
async function lock(tx: Transaction, ctx: Context, { brief, submission }: SubmissionRow): Promise<void> {
  await Users.lock(tx, ctx.actor.id)
  orNotFound((await tx.select({ id: briefs.id }).from(briefs).where(eq(briefs.id, brief.id)).for('share'))[0])
  await Submissions.lock(tx, submission.id)
  await requirePlace(ctx, { brief }, tx)
}

/** Returns the version of the same file: of a picture its newest, otherwise the newest of any picture of the submission. */
async function findSame(
  tx: Transaction,
  { submission, picture }: NewFile['row'],
  hash: string,
): Promise<Version | undefined> {
  const newest = await tx
    .selectDistinctOn([versions.pictureId], { version: versions })
    .from(versions)
    .innerJoin(pictures, eq(pictures.id, versions.pictureId))
    .where(and(eq(pictures.submissionId, submission.id), picture && eq(pictures.id, picture.id)))
    .orderBy(versions.pictureId, desc(versions.createdAt), versions.id)
  return newest.find(({ version }) => version.hash === hash)?.version
}

/** Inserts a picture into a locked submission. @throws AppError LIMIT_REACHED */
async function insert(
  tx: Transaction,
  { submission, brief }: SubmissionRow,
  { intent, begunAt }: { intent: string; begunAt: number },
): Promise<string> {
  const isOfSubmission = eq(pictures.submissionId, submission.id)
  const limit = brief.count + (brief.addFailed ? 1 : 0)
  if ((await tx.$count(pictures, isOfSubmission)) >= limit)
    throw new AppError(
      'LIMIT_REACHED',
      `This brief takes ${limit} ${limit === 1 ? 'picture' : 'pictures'}. Delete one first.`,
    )
  const [last] = await tx
    .select({ position: max(pictures.position) })
    .from(pictures)
    .where(isOfSubmission)
  const values = { submissionId: submission.id, intent, position: (last?.position ?? -1) + 1, begunAt }
  const [created] = await tx
    .insert(pictures)
    .values({ ...values, createdAt: Date.now() })
    .returning({ id: pictures.id })
  return must(created).id
}

/** @throws AppError NOT_FOUND for a picture that was deleted since, LIMIT_REACHED */
async function requireRoomForVersion(tx: Transaction, pictureId: string): Promise<string> {
  const [picture] = await tx.select({ id: pictures.id }).from(pictures).where(eq(pictures.id, pictureId)).for('update')
  if ((await tx.$count(versions, eq(versions.pictureId, pictureId))) >= MAX_PICTURE_VERSIONS)
    throw new AppError('LIMIT_REACHED', `A picture has at most ${MAX_PICTURE_VERSIONS} versions.`)
  return orNotFound(picture).id
}

/** @throws AppError LIMIT_REACHED where the actor's pictures and `bytes` exceed the storage of a student */
async function requireStorage({ actor, school }: Context, db: Database, bytes: number): Promise<void> {
  const [used] = await db
    .select({ bytes: sum(versions.bytes).mapWith(Number) })
    .from(versions)
    .innerJoin(pictures, eq(pictures.id, versions.pictureId))
    .innerJoin(submissions, eq(submissions.id, pictures.submissionId))
    .where(eq(submissions.userId, actor.id))
  if ((used?.bytes ?? 0) + bytes > school.current.student_storage_gb * GIGABYTE)
    throw new AppError('LIMIT_REACHED', STORAGE_USED_UP)
}

/** Shows a version whose files are stored, with news of it to who teaches the class. @throws AppError NOT_FOUND where it was deleted since */
async function show(ctx: Context, { submission, instructorId }: SubmissionRow, id: string): Promise<void> {
  const { id: submissionId, briefId } = submission
  await inTransaction(ctx, async (tx) => {
    await Submissions.lock(tx, submissionId)
    const shown = await tx
      .update(versions)
      .set({ ready: true })
      .where(eq(versions.id, id))
      .returning({ id: versions.id })
    orNotFound(shown[0])
    await Submissions.updateState(tx, submissionId)
    if ((await Users.readRole(tx, instructorId)) === 'instructor')
      await Notices.addHandedIn(tx, instructorId, { briefId, submissionId })
  })
}

/** Returns what calls show of how a picture was taken. @param zone of a camera's clock without an offset */
function toExif({ taken, offset, ...shot }: Shot, zone: string | null): PictureExif {
  if (!taken) return shot
  const seconds = Number(taken.slice(17)) * 1000
  const taken_at = offset ? Date.parse(taken + offset) : toNearestInstant(taken.slice(0, 16), zone ?? 'UTC') + seconds
  return { ...shot, taken_at }
}
