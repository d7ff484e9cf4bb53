/** The verbs on pictures of submissions. picture-uploads.ts adds them. */
import { and, asc, desc, eq, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm'
import * as Files from '#server/domains/images/private-files.ts'
import { AppError, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import type { ServedFile } from '#server/ports/serve.ts'
import { findPicture, findVersion, requireOwn } from './access.ts'
import { pictures, remarks, submissions, versions } from './critique.table.ts'
import * as Remarks from './remarks.ts'
import * as Submissions from './submissions.ts'

interface PictureChange {
  intent?: string | undefined
  position?: number | undefined
}

/** Changes the intent of a picture of the actor, or moves it. @throws AppError NOT_FOUND */
export async function change(ctx: Context, id: string, { intent, position }: PictureChange): Promise<number> {
  const { picture, submission, ...owners } = await findPicture(ctx.db, ctx.actor, id)
  requireOwn(ctx.actor, owners)
  return inTransaction(ctx, async (tx) => {
    await Submissions.lock(tx, submission.id)
    if (intent !== undefined) await tx.update(pictures).set({ intent }).where(eq(pictures.id, picture.id))
    if (position !== undefined) await move(tx, picture, position)
    return intent === undefined && position === undefined ? 0 : 1
  })
}

async function move(
  tx: Transaction,
  { id, submissionId }: typeof pictures.$inferSelect,
  position: number,
): Promise<void> {
  const rows = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(eq(pictures.submissionId, submissionId))
    .orderBy(asc(pictures.position), asc(pictures.createdAt), pictures.id)
  const ids = rows.map((row) => row.id).filter((each) => each !== id)
  ids.splice(position, 0, id)
  for (const [at, each] of ids.entries()) await tx.update(pictures).set({ position: at }).where(eq(pictures.id, each))
}

/** Deletes a picture of the actor with its versions and their remarks. @throws AppError NOT_FOUND */
export async function remove(ctx: Context, id: string): Promise<number> {
  const { picture, submission, ...owners } = await findPicture(ctx.db, ctx.actor, id)
  requireOwn(ctx.actor, owners)
  return inTransaction(ctx, async (tx) => {
    await Submissions.lock(tx, submission.id)
    const isPresent = (await tx.$count(pictures, eq(pictures.id, picture.id))) > 0
    const own = tx.select({ id: versions.id }).from(versions).where(eq(versions.pictureId, picture.id))
    await tx.delete(remarks).where(inArray(remarks.versionId, own))
    await removeVersions(tx, ctx, own)
    await Submissions.updateState(tx, submission.id)
    return isPresent ? 1 : 0
  })
}

/** Deletes versions, their pictures where none is left, and later their files. @param ids a list or a query */
export async function removeVersions(
  tx: Transaction,
  { jobs }: Pick<SystemContext, 'jobs'>,
  ids: SQLWrapper | string[],
): Promise<void> {
  const isRemoved = Array.isArray(ids) ? inArray(versions.id, ids) : inArray(versions.id, ids)
  const removed = await tx.delete(versions).where(isRemoved).returning()
  for (const { id, views } of removed) await jobs.enqueue(tx, Files.removeFiles, { id, views })
  const pictureIds = removed.map(({ pictureId }) => pictureId)
  if (pictureIds.length === 0) return
  const isEmpty = sql`not exists (select from ${versions} where ${versions.pictureId} = ${pictures.id})`
  await tx.delete(pictures).where(and(inArray(pictures.id, pictureIds), isEmpty))
}

/** Versions whose files were not stored within this time never will be: their process has ended. */
const UNFINISHED_MS = 60 * 60_000

/** Removes what uploads left behind that did not end. */
export async function removeUnfinished(ctx: SystemContext, now: number = Date.now()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isUnfinished = and(eq(versions.ready, false), lt(versions.createdAt, now - UNFINISHED_MS))
    await removeVersions(tx, ctx, tx.select({ id: versions.id }).from(versions).where(isUnfinished))
  })
}

/** Deletes all submissions of a user with what they wrote there. The remarks of staff stay, without the pictures. */
export async function forget(tx: Transaction, ctx: SystemContext, userId: string): Promise<void> {
  const isOwn = eq(submissions.userId, userId)
  const own = tx
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(pictures, eq(pictures.id, versions.pictureId))
    .innerJoin(submissions, eq(submissions.id, pictures.submissionId))
    .where(isOwn)
  await Remarks.forgetAnswers(tx, userId, own)
  await removeVersions(tx, ctx, own)
  await tx.delete(submissions).where(isOwn)
}

/**
 * Opens the file of a picture: a view of a width, or without one the uploaded file for its student, and the largest view for others.
 * @throws AppError NOT_FOUND
 */
export async function open(
  { db, actor }: Context,
  storage: ImageStorage,
  id: string,
  { w, version }: { w?: number | undefined; version?: string | undefined },
): Promise<ServedFile> {
  const { picture, student } = await findPicture(db, actor, id)
  const newest = version ?? (await findNewest(db, picture.id))
  const { file } = await findVersion(db, actor, newest)
  if (file.pictureId !== picture.id) throw new AppError('NOT_FOUND')
  return w === undefined && actor.id === student._id
    ? Files.openOriginal(storage, file, nameOriginal(file))
    : Files.openView(storage, file, w)
}

function nameOriginal({ id, mediaType }: typeof versions.$inferSelect): string {
  return `${id}.${mediaType.replace('image/', '').replace('jpeg', 'jpg')}`
}

async function findNewest(db: Database, pictureId: string): Promise<string> {
  const [newest] = await db
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.pictureId, pictureId), eq(versions.ready, true)))
    .orderBy(desc(versions.createdAt), versions.id)
    .limit(1)
  return orNotFound(newest).id
}
