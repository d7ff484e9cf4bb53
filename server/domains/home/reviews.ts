/** The verbs of admins on reviews. The log has no names of persons. */
import { count, eq, max } from 'drizzle-orm'
import type { Action } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import type { ManagedReview, NewReview, ReviewChange } from '#contract/home.ts'
import { MAX_REVIEWS } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import * as Images from '#server/domains/images/images.ts'
import { AppError, must, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { shorten } from '#server/platform/shorten.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { reviews } from './home.table.ts'
import { findStudent, requireConsent } from './student-reviews.ts'

type ReviewRow = typeof reviews.$inferSelect

/** Characters of a review's text by which the log names it. */
const SUBJECT_LENGTH = 60

/** Returns all reviews in their order. */
export async function list(db: Database): Promise<ManagedReview[]> {
  return (await db.select().from(reviews).orderBy(reviews.position, reviews.id)).map(toReview)
}

/**
 * Adds a review at the end, and returns its id.
 * @throws AppError INVALID_INPUT for an unknown image or student, and for a published one of a student without consent; LIMIT_REACHED
 */
export async function add(ctx: Context, { image_url: image, enrolmentId, ...fields }: NewReview): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockTable(tx, reviews)
    const [existing] = await tx.select({ all: count(), last: max(reviews.position) }).from(reviews)
    if (must(existing).all >= MAX_REVIEWS) throw new AppError('LIMIT_REACHED')
    await markImageUsed(tx, image)
    const studentId = await findStudent(tx, enrolmentId)
    const values = { ...fields, image, studentId, position: (existing?.last ?? -1) + 1 }
    requireConsent(values)
    const [created] = await tx.insert(reviews).values(values).returning()
    await record(tx, ctx.actor, 'review_added', must(created))
    return must(created).id
  })
}

/**
 * Changes a review. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT as for a new one
 */
export async function change(
  ctx: Context,
  id: string,
  { image_url, enrolmentId, ...fields }: ReviewChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [locked] = await tx
      .select()
      .from(reviews)
      .where(eq(reviews.id, parseId(id)))
      .for('update')
    const row = orNotFound(locked)
    requireVersion(row, ifMatch)
    const studentId = enrolmentId === undefined ? undefined : await findStudent(tx, enrolmentId)
    const values = filterChanges(row, { ...fields, studentId, image: image_url })
    if (Object.keys(values).length === 0) return 0
    requireConsent({ ...row, ...values })
    await markImageUsed(tx, values.image)
    await tx.update(reviews).set(values).where(eq(reviews.id, row.id))
    await record(tx, ctx.actor, 'review_changed', row, values)
    return 1
  })
}

/** Deletes a review. Returns 1. @throws AppError NOT_FOUND */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx
      .delete(reviews)
      .where(eq(reviews.id, parseId(id)))
      .returning()
    await record(tx, ctx.actor, 'review_deleted', orNotFound(row))
    return 1
  })
}

async function markImageUsed(tx: Transaction, image: string | undefined): Promise<void> {
  if (image) await Images.markUsed(tx, image, 'image_url')
}

async function record(
  tx: Transaction,
  actor: Actor,
  action: Action,
  row: ReviewRow,
  values: Partial<ReviewRow> = {},
): Promise<void> {
  const changes = listChanges(row, values, { description: 'Text', published: 'Published' })
  const subject = shorten(row.description, SUBJECT_LENGTH)
  await Activity.record(tx, actor, { action, subject, subjectId: row.id, changes })
  changesCatalogue(tx)
}

function toReview({ id, image, studentId, position: _position, ...fields }: ReviewRow): ManagedReview {
  return { _id: id, image_url: image, ofStudent: studentId !== null, ...fields }
}
