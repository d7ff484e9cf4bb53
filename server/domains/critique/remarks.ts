/** The verbs on remarks and their answers. A draft exists for its author only. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, max, or, type SQLWrapper } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { NewRemark, Remark, RemarkChange, WrittenAnswer, WrittenRemark } from '#contract/critique.ts'
import { findGeometryProblem, type Geometry, type RemarkKind } from '#contract/remark-geometry.ts'
import { MAX_ANSWERS, MAX_REMARKS } from '#contract/values/limits.ts'
import { filterChanges } from '#server/domains/activity/field-changes.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { renderMarkdown } from '#server/platform/markdown.ts'
import type { Context } from '#server/ports/context.ts'
import { findRemark, findSubmission, findVersion, mayCritique, PERSON, type RemarkRow, requireStaff } from './access.ts'
import { answers, pictures, remarks, versions } from './critique.table.ts'
import * as Notices from './notices.ts'
import * as Submissions from './submissions.ts'

type Answers = Remark['answers']

/** Returns the released remarks on a version, and the drafts of the actor, by their numbers. @throws AppError NOT_FOUND */
export async function list({ db, actor }: Context, versionId: string): Promise<Remark[]> {
  const { file } = await findVersion(db, actor, versionId)
  const isReadable = or(isNotNull(remarks.releasedAt), eq(remarks.authorId, actor.id))
  const rows = await db
    .select({ remark: remarks, author: PERSON })
    .from(remarks)
    .innerJoin(users, eq(users.id, remarks.authorId))
    .where(and(eq(remarks.versionId, file.id), isReadable))
    .orderBy(asc(remarks.number))
  const answersByRemark = await readAnswers(db, file.id)
  return rows.map((row) =>
    toRemark(row, { versionId: file.id, answers: answersByRemark.get(row.remark.id) ?? [], actor }),
  )
}

type RemarkWithAuthor = Pick<Remark, 'author'> & { remark: typeof remarks.$inferSelect }

function toRemark(
  { remark, author }: RemarkWithAuthor,
  { versionId, answers: all, actor }: { versionId: string; answers: Answers; actor: Context['actor'] },
): Remark {
  const { id: _id, authorId, releasedAt, createdAt: created_at, ...rest } = remark
  const state = releasedAt === null ? 'draft' : 'released'
  const html = renderMarkdown(rest.text)
  return { ...rest, _id, versionId, html, author, state, own: authorId === actor.id, created_at, answers: all }
}

async function readAnswers(db: Database, versionId: string): Promise<Map<string, Answers>> {
  const rows = await db
    .select({ remarkId: answers.remarkId, _id: answers.id, text: answers.text, at: answers.createdAt, author: PERSON })
    .from(answers)
    .innerJoin(remarks, eq(remarks.id, answers.remarkId))
    .innerJoin(users, eq(users.id, answers.authorId))
    .where(eq(remarks.versionId, versionId))
    .orderBy(asc(answers.createdAt), answers.id)
  const grouped = Map.groupBy(rows, ({ remarkId }) => remarkId)
  return new Map(
    [...grouped].map(([id, all]) => [id, all.map(({ remarkId: _, at, ...rest }) => ({ ...rest, created_at: at }))]),
  )
}

/** Drafts a remark of the actor on a version, and returns its id. @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_REACHED */
export async function add(ctx: Context, id: string, { kind, geometry = null, text = '' }: NewRemark): Promise<string> {
  const { file, submission, ...owners } = await findVersion(ctx.db, ctx.actor, id)
  requireStaff(ctx.actor, owners)
  requireComplete(kind, geometry, text)
  return inTransaction(ctx, async (tx) => {
    await Submissions.lock(tx, submission.id)
    const isOfVersion = eq(remarks.versionId, file.id)
    const [last] = await tx
      .select({ number: max(remarks.number) })
      .from(remarks)
      .where(isOfVersion)
    const number = (last?.number ?? 0) + 1
    if ((await tx.$count(remarks, isOfVersion)) >= MAX_REMARKS)
      throw new AppError('LIMIT_REACHED', `A picture has at most ${MAX_REMARKS} remarks.`)
    // The picture may have been deleted since.
    const [version] = await tx.select({ id: versions.id }).from(versions).where(eq(versions.id, file.id))
    const values = { versionId: orNotFound(version).id, authorId: ctx.actor.id, kind, geometry, text, number }
    const [created] = await tx
      .insert(remarks)
      .values({ ...values, createdAt: Date.now() })
      .returning({ id: remarks.id })
    return must(created).id
  })
}

/** @throws AppError INVALID_INPUT */
function requireComplete(kind: RemarkKind, geometry: Geometry | null, text: string): void {
  const problem = findGeometryProblem(kind, geometry)
  if (problem) throw new AppError('INVALID_INPUT', `geometry: ${problem}`)
  if (text === '' && (kind === 'pin' || kind === 'note')) throw new AppError('INVALID_INPUT', 'text: is required')
}

/** Changes a remark of the actor. A released one is unread again. @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT */
export async function change(
  ctx: Context,
  id: string,
  input: RemarkChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  const found = await findOwn(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const remark = await lock(tx, found)
    requireVersion(remark, ifMatch)
    const values = filterChanges(remark, input)
    if (Object.keys(values).length === 0) return 0
    const { kind, geometry, text } = { ...remark, ...values }
    requireComplete(kind, geometry, text)
    await tx.update(remarks).set(values).where(eq(remarks.id, remark.id))
    if (remark.releasedAt !== null) await Submissions.markUnread(tx, found.submission.id)
    return 1
  })
}

/** Deletes a remark of the actor with its answers. @throws AppError NOT_FOUND */
export async function remove(ctx: Context, id: string): Promise<number> {
  const found = await findOwn(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const remark = await lock(tx, found)
    await tx.delete(remarks).where(eq(remarks.id, remark.id))
    if (remark.releasedAt !== null) await Submissions.updateState(tx, found.submission.id)
    return 1
  })
}

async function findOwn({ db, actor }: Context, id: string): Promise<RemarkRow> {
  const found = await findRemark(db, actor, id)
  requireStaff(actor, found)
  if (found.remark.authorId !== actor.id) throw new AppError('NOT_FOUND')
  return found
}

/** Locks a remark after its submission, so that its release comes before or after a change of it. @throws AppError NOT_FOUND */
async function lock(tx: Transaction, { submission, remark }: RemarkRow): Promise<typeof remarks.$inferSelect> {
  await Submissions.lock(tx, submission.id)
  const [row] = await tx.select().from(remarks).where(eq(remarks.id, remark.id)).for('update')
  return orNotFound(row)
}

/** Releases the drafts of the actor on a submission, and returns their number. @throws AppError NOT_FOUND */
export async function release(ctx: Context, id: string): Promise<number> {
  const { submission, ...owners } = await findSubmission(ctx.db, ctx.actor, id)
  requireStaff(ctx.actor, owners)
  return inTransaction(ctx, async (tx) => {
    await Submissions.lock(tx, submission.id)
    const releasedAt = Date.now()
    const released = await releaseDrafts(tx, { authorId: ctx.actor.id, submissionId: submission.id, releasedAt })
    if (released === 0) return 0
    await Submissions.markUnread(tx, submission.id)
    await Submissions.updateState(tx, submission.id)
    await Submissions.recordFirstCritique(tx, submission.id, releasedAt)
    const news = { kind: 'released', briefId: submission.briefId, submissionId: submission.id } as const
    await Notices.add(tx, submission.userId, news)
    return released
  })
}

/** Releases the drafts of an author on a submission. Returns their number. */
async function releaseDrafts(
  tx: Transaction,
  { authorId, submissionId, releasedAt }: { authorId: string; submissionId: string; releasedAt: number },
): Promise<number> {
  const ofSubmission = tx
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(pictures, eq(pictures.id, versions.pictureId))
    .where(eq(pictures.submissionId, submissionId))
  const isDraft = and(eq(remarks.authorId, authorId), isNull(remarks.releasedAt))
  const released = await tx
    .update(remarks)
    .set({ releasedAt })
    .where(and(inArray(remarks.versionId, ofSubmission), isDraft))
    .returning({ id: remarks.id })
  return released.length
}

/**
 * Adds an answer of the actor to a released remark, and returns its id. The instructor of the class gets the news of it where the author
 * no longer sees the picture.
 * @throws AppError NOT_FOUND, LIMIT_REACHED
 */
export async function answer(ctx: Context, id: string, text: string): Promise<string> {
  const { db, actor } = ctx
  const { remark, submission, student, instructorId } = await findRemark(db, actor, id)
  if (remark.releasedAt === null) throw new AppError('NOT_FOUND')
  return inTransaction(ctx, async (tx) => {
    await Submissions.lock(tx, submission.id)
    const [row] = await tx.select({ id: remarks.id }).from(remarks).where(eq(remarks.id, remark.id))
    const remarkId = orNotFound(row).id
    if ((await tx.$count(answers, eq(answers.remarkId, remarkId))) >= MAX_ANSWERS)
      throw new AppError('LIMIT_REACHED', `A remark has at most ${MAX_ANSWERS} answers.`)
    const values = { remarkId, authorId: actor.id, text, createdAt: Date.now() }
    const [created] = await tx.insert(answers).values(values).returning({ id: answers.id })
    const news = { briefId: submission.briefId, submissionId: submission.id }
    if (actor.id === student._id) {
      const { authorId } = remark
      const role = await Users.readRole(tx, authorId)
      const isReader = role !== null && mayCritique({ id: authorId, role }, { instructorId })
      await Notices.add(tx, isReader ? authorId : instructorId, { ...news, kind: 'answer' })
    } else {
      await Submissions.markUnread(tx, submission.id)
      await Notices.add(tx, student._id, { ...news, kind: 'released' })
    }
    return must(created).id
  })
}

/** Returns what the actor has written about pictures, newest first, those that were deleted with an account included. */
export async function listWritten({ db, actor }: Context): Promise<WrittenRemark[]> {
  const { id: _id, versionId, kind, geometry, text, createdAt: created_at } = remarks
  return db
    .select({ _id, versionId, kind, geometry, text, created_at })
    .from(remarks)
    .where(eq(remarks.authorId, actor.id))
    .orderBy(desc(remarks.createdAt), _id)
}

/** Returns the answers that the actor has written, newest first. */
export async function listWrittenAnswers({ db, actor }: Context): Promise<WrittenAnswer[]> {
  const { id: _id, remarkId, text, createdAt: created_at } = answers
  const isOwn = eq(answers.authorId, actor.id)
  return db.select({ _id, remarkId, text, created_at }).from(answers).where(isOwn).orderBy(desc(created_at), _id)
}

/** Deletes the remarks of a user that exist for no other user: drafts, and those whose picture is gone. */
export async function forgetUnread(tx: Transaction, userId: string): Promise<void> {
  const isUnread = or(isNull(remarks.releasedAt), isNull(remarks.versionId))
  await tx.delete(remarks).where(and(eq(remarks.authorId, userId), isUnread))
}

/** Deletes the answers of a user to remarks on versions. */
export async function forgetAnswers(tx: Transaction, userId: string, versionIds: SQLWrapper): Promise<void> {
  const onVersions = tx.select({ id: remarks.id }).from(remarks).where(inArray(remarks.versionId, versionIds))
  await tx.delete(answers).where(and(eq(answers.authorId, userId), inArray(answers.remarkId, onVersions)))
}
