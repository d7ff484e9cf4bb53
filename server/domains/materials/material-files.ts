/** Pictures and other files of the material of a class, which its students may read while they are enrolled. */
import { stat } from 'node:fs/promises'
import { and, asc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm'
import type { MaterialFile } from '#contract/materials.ts'
import { MAX_IMAGE_BYTES } from '#contract/values/image-limits.ts'
import { MAX_MATERIAL_FILES, MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import type { ImagePipeline } from '#server/domains/images/image-pipeline.ts'
import type { ReceivedFile } from '#server/domains/images/intake.ts'
import * as Files from '#server/domains/images/private-files.ts'
import type { PrivateLinks, PrivateTicket } from '#server/domains/images/private-links.ts'
import { toFileName } from '#server/domains/images/variants.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { materialFiles } from './materials.table.ts'

type FileRow = typeof materialFiles.$inferSelect

/** Returns the stored files of a class, with paths for a user. */
export async function list(
  db: Database,
  classId: string,
  { links, userId }: { links: PrivateLinks; userId: string },
): Promise<MaterialFile[]> {
  const rows = await db
    .select()
    .from(materialFiles)
    .where(and(eq(materialFiles.classId, classId), eq(materialFiles.ready, true)))
    .orderBy(asc(materialFiles.createdAt), materialFiles.id)
  return rows.map(({ id: _id, name, bytes, width, height }) => {
    const picture = width === null || height === null ? null : { width, height }
    return { _id, name, bytes, picture, path: links.create(userId, _id) }
  })
}

interface NewFile {
  id: string
  bytes: AsyncIterable<Buffer>
  /** The name on the device of the actor. */
  fileName: string
}

/**
 * Adds a file to the material of a class of the actor, and returns its id. The same file returns the same.
 * @throws AppError NOT_FOUND, LIMIT_REACHED, and for a picture like the upload of any image
 */
export async function add(ctx: Context, pipeline: ImagePipeline, { id, bytes, fileName }: NewFile): Promise<string> {
  const { id: classId } = await Classes.find(ctx.db, id, ctx.actor.id)
  return pipeline.intake.receiveFile(ctx.actor.id, bytes, async (received) => {
    const encoded = await encode(pipeline, received)
    const name = toName(fileName)
    const row = await inTransaction(ctx, (tx) => insert(tx, ctx, { ...encoded, classId, name, hash: received.hash }))
    if (row.ready) return row.id
    try {
      await Files.store(pipeline.storage, row, received)
      const shown = await ctx.db
        .update(materialFiles)
        .set({ ready: true })
        .where(eq(materialFiles.id, row.id))
        .returning({ id: materialFiles.id })
      return orNotFound(shown[0]).id
    } catch (error) {
      const isUnready = and(eq(materialFiles.id, row.id), eq(materialFiles.ready, false))
      await inTransaction(ctx, async (tx) => {
        const { id: fileId, views } = row
        if ((await removeWhere(tx, ctx, isUnready)) > 0) return
        // Where it was deleted since, the deletion has removed only the files that were there by then. Another upload may have stored it, too.
        if ((await tx.$count(materialFiles, eq(materialFiles.id, fileId))) === 0)
          await ctx.jobs.enqueue(tx, Files.removeFiles, { id: fileId, views })
      })
      throw error
    }
  })
}

type Encoded = Pick<FileRow, 'mediaType' | 'width' | 'height' | 'views' | 'bytes'>

/** Makes the views of a picture. Any other file stays as it is, and is only ever saved, never shown. */
async function encode({ encoder }: ImagePipeline, { file, folder, type }: ReceivedFile): Promise<Encoded> {
  const { size } = await stat(file)
  if (size === 0) throw new AppError('INVALID_INPUT', 'file: is empty')
  if (type === null) return { mediaType: 'application/octet-stream', width: null, height: null, views: [], bytes: size }
  if (size > MAX_IMAGE_BYTES) throw new AppError('TOO_LARGE')
  const { width, height, views } = await encoder.view({ input: file, folder })
  return { mediaType: `image/${type}`, width, height, views: views.map(toFileName), bytes: size }
}

/** Returns the row of the file: that of an earlier upload of the same, or a new one. */
async function insert(
  tx: Transaction,
  { actor }: Context,
  values: Encoded & Pick<FileRow, 'classId' | 'name' | 'hash'>,
): Promise<FileRow> {
  const { classId, hash } = values
  await Classes.lock(tx, classId, { instructorId: actor.id })
  const isSame = and(eq(materialFiles.classId, classId), eq(materialFiles.hash, hash))
  const [existing] = await tx.select().from(materialFiles).where(isSame)
  if (existing) return existing
  if ((await tx.$count(materialFiles, eq(materialFiles.classId, classId))) >= MAX_MATERIAL_FILES)
    throw new AppError('LIMIT_REACHED', `The material of a class has at most ${MAX_MATERIAL_FILES} files.`)
  const [created] = await tx
    .insert(materialFiles)
    .values({ ...values, createdAt: Date.now() })
    .returning()
  return must(created)
}

/** Control characters, and those that turn the direction of a text and so hide how a name ends. */
const UNNAMED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu

/** Returns a name without a folder, and without characters that no name needs. */
function toName(fileName: string): string {
  const name = (fileName.split(/[\\/]/).at(-1) ?? '').replace(UNNAMED, '').trim()
  return Array.from(name).slice(0, MAX_NAME_LENGTH).join('') || 'file'
}

/**
 * Returns a stored file that a user may read now: a student of the class, its instructor, or an admin.
 * @throws AppError NOT_FOUND
 */
export async function find(db: Database, { userId, fileId }: PrivateTicket): Promise<FileRow> {
  const [row] = await db
    .select({ file: materialFiles, instructorId: classes.instructorId, role: users.role })
    .from(materialFiles)
    .innerJoin(classes, eq(classes.id, materialFiles.classId))
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(materialFiles.id, fileId), eq(materialFiles.ready, true), isNull(users.deletedAt)))
  const { file, instructorId, role } = orNotFound(row)
  const isStaff = role === 'admin' || (role === 'instructor' && instructorId === userId)
  if (isStaff || (await isEnrolled(db, { userId, classId: file.classId }))) return file
  throw new AppError('NOT_FOUND')
}

async function isEnrolled(db: Database, { userId, classId }: { userId: string; classId: string }): Promise<boolean> {
  const isOwn = and(eq(enrolments.userId, userId), eq(enrolments.classId, classId), isActive)
  return (await db.select({ id: enrolments.id }).from(enrolments).where(isOwn).limit(1)).length > 0
}

/** Deletes a file of a class of the actor. @throws AppError NOT_FOUND */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx
      .select({ id: materialFiles.id })
      .from(materialFiles)
      .innerJoin(classes, eq(classes.id, materialFiles.classId))
      .where(and(eq(materialFiles.id, parseId(id)), Classes.matchesOwner(ctx.actor.id)))
    return removeWhere(tx, ctx, eq(materialFiles.id, orNotFound(row).id))
  })
}

/** Deletes all files of a class. */
export async function removeOfClass(tx: Transaction, ctx: SystemContext, classId: string): Promise<void> {
  await removeWhere(tx, ctx, eq(materialFiles.classId, classId))
}

async function removeWhere(
  tx: Transaction,
  { jobs }: Pick<SystemContext, 'jobs'>,
  filter: SQL | undefined,
): Promise<number> {
  const { id, views } = materialFiles
  const removed = await tx.delete(materialFiles).where(filter).returning({ id, views })
  for (const files of removed) await jobs.enqueue(tx, Files.removeFiles, files)
  return removed.length
}

/** Files that were not stored within this time never will be: their process has ended. */
const UNFINISHED_MS = 60 * 60_000

/** Removes what uploads left behind that did not end. */
export async function removeUnfinished(ctx: SystemContext, now: number = Date.now()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isUnfinished = and(eq(materialFiles.ready, false), lt(materialFiles.createdAt, now - UNFINISHED_MS))
    const ids = tx.select({ id: materialFiles.id }).from(materialFiles).where(isUnfinished)
    await removeWhere(tx, ctx, inArray(materialFiles.id, ids))
  })
}
