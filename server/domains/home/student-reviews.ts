/** Reviews of students whom an admin has chosen. */
import { and, eq } from 'drizzle-orm'
import type { OwnReview } from '#contract/home.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import { AppError, isId } from '#server/platform/app-error.ts'
import { changesCatalogue, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { reviews } from './home.table.ts'

/** Makes the published reviews of a user who leaves drafts without a student: the consent may have ended with the account. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  const left = await tx
    .update(reviews)
    .set({ studentId: null, published: false })
    .where(eq(reviews.studentId, userId))
    .returning({ id: reviews.id })
  if (left.length > 0) changesCatalogue(tx)
}

/** Returns the texts of the actor's reviews. */
export async function listOwn({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<OwnReview[]> {
  const { title, description, consent, published } = reviews
  return db
    .select({ title, description, consent, published })
    .from(reviews)
    .where(eq(reviews.studentId, actor.id))
    .orderBy(reviews.position, reviews.id)
}

const UNKNOWN_STUDENT = 'enrolmentId: this student is no longer enrolled. Choose another.'
const NO_CONSENT = 'consent: note when and how the student agreed, before you publish it'

/** Returns the id of an enrolment's student; null without an enrolment. @throws AppError INVALID_INPUT for an unknown one */
export async function findStudent(tx: Transaction, enrolmentId: string | undefined): Promise<string | null> {
  if (enrolmentId === undefined) return null
  if (!isId(enrolmentId)) throw new AppError('INVALID_INPUT', UNKNOWN_STUDENT)
  const [student] = await tx
    .select({ id: users.id })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(eq(enrolments.id, enrolmentId), isActive, isNotDeleted))
  if (!student) throw new AppError('INVALID_INPUT', UNKNOWN_STUDENT)
  return student.id
}

/** @throws AppError INVALID_INPUT for a published review of a student without consent */
export function requireConsent(review: { studentId: string | null; consent: string; published: boolean }): void {
  if (review.studentId && review.published && !review.consent) throw new AppError('INVALID_INPUT', NO_CONSENT)
}
