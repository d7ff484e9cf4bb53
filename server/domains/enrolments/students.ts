/** The students of a class, as its instructor and admins see them. */
import { and, count, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ClassStudent, StudentsMessage, StudentsQuery } from '#contract/enrolments.ts'
import type { Page } from '#contract/values/pagination.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { isNotOver, runs } from '#server/domains/classes/runs/runs.table.ts'
import { payments } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { byLetters, matchesText, orderBy, readPage } from '#server/platform/database/lists.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { composeStudentEmail } from './enrolments.emails.ts'
import { bookedBy, enrolments, isActive, isFirstSeat, isReturning, participant } from './enrolments.table.ts'

/** Returns the students of a class, leaving out deleted users. @throws AppError NOT_FOUND for another instructor's class */
export async function listStudents(ctx: Context, id: string, query: StudentsQuery): Promise<Page<ClassStudent>> {
  const { db, actor } = ctx
  const { id: classId } = await Classes.find(db, id, Classes.limitToOwner(actor))
  const isStudent = isActiveStudent(db, classId)
  const matchesQuery = matchesText(query.q, [participant, users.email])
  const sortColumns = { created_at: enrolments.createdAt, name: byLetters(participant), email: users.email }
  const rows = selectStudents(db)
    .where(and(isStudent, matchesQuery))
    .orderBy(...orderBy(query, sortColumns, enrolments.id))
  const all = db.select({ all: count() }).from(enrolments)
  const total = matchesQuery
    ? all.innerJoin(users, eq(users.id, enrolments.userId)).where(and(isStudent, matchesQuery))
    : all.where(isStudent)
  return readPage(
    query,
    rows.$dynamic(),
    (row) => row,
    () => readCount(db, total),
  )
}

/**
 * E-mails the students of one of the actor's classes separately: those of one run, or of all runs that are not over.
 * @returns the number of e-mails
 * @throws AppError NOT_FOUND
 */
export async function emailStudents(ctx: Context, id: string, { runId, ...message }: StudentsMessage): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { id: classId, name: className } = await Classes.lock(tx, id, { instructorId: ctx.actor.id })
    const rows = await tx
      .selectDistinctOn([users.id], { user: users })
      .from(enrolments)
      .innerJoin(users, eq(users.id, enrolments.userId))
      .innerJoin(runs, eq(runs.id, enrolments.runId))
      .where(
        and(isActiveStudent(tx, classId), runId === undefined ? isNotOver(Date.now()) : eq(runs.id, parseId(runId))),
      )
    const students = rows.map(({ user }) => ({ email: user.email, greeting: Users.greet(user) }))
    if (students.length === 0) return 0
    await ctx.mail.send(
      tx,
      ...students.map((student) => composeStudentEmail(ctx, student, { classId, className, ...message })),
    )
    const entry = { action: 'students_written_to', subject: className, subjectId: classId } as const
    await Activity.record(tx, ctx.actor, { ...entry, message: message.subject })
    return students.length
  })
}

/** A student of a run, to e-mail. */
export interface RunStudent extends Users.Recipient {
  /** True if canceling the run refunds a payment, about which the student is e-mailed. */
  isRefundable: boolean
}

/** Returns the students of a run, leaving out deleted users. */
export async function listRunStudents(db: Database, runId: string): Promise<RunStudent[]> {
  // A place that another person has paid for is refunded to that person.
  const isOwn = eq(payments.userId, users.id)
  const isDisputed = sql`(${payments.isDisputed}
    or exists (select 1 from payments of_move where of_move.seat_payment_id = ${payments.id} and of_move.is_disputed))`
  const rows = await db
    .select({ user: users, isRefundable: sql<boolean>`coalesce(${isOwn} and not ${isDisputed}, false)` })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .leftJoin(payments, eq(payments.id, enrolments.paymentId))
    .where(and(eq(enrolments.runId, runId), isActive, isFirstSeat, isNull(users.deletedAt)))
    .orderBy(enrolments.createdAt, enrolments.id)
  return rows.map(({ user, isRefundable }) => ({ ...Users.toRecipient(user), isRefundable }))
}

function selectStudents(db: Database) {
  return db
    .select({
      _id: enrolments.id,
      name: participant,
      email: users.email,
      image: users.image,
      seat: enrolments.seat,
      booked_by: bookedBy,
      created_at: enrolments.createdAt,
      runId: enrolments.runId,
      source: enrolments.source,
      returning: isReturning,
    })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
}

/** Matches active enrolments of users who are not deleted. It excludes deleted users, who are few, through their index. */
function isActiveStudent(db: Database, classId: string) {
  const isDeletedStudent = and(eq(deletedUsers.id, enrolments.userId), isNotNull(deletedUsers.deletedAt))
  const deleted = db.select({ id: deletedUsers.id }).from(deletedUsers).where(isDeletedStudent)
  return and(eq(enrolments.classId, classId), isActive, notExists(deleted))
}

const deletedUsers = alias(users, 'deleted_users')
