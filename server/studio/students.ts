/** Who is enrolled in a class, and what its instructor writes to them. */
import { and, count, eq, isNotNull, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ClassStudent, StudentsLetter, StudentsQuery } from '#contract/classes.ts'
import type { Page } from '#contract/pages.ts'
import * as Activity from '#server/activity/activity.ts'
import { findClass, lockClass, ownerUnlessAdmin } from '#server/classes/class-row.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { havingWords, inOrder, readPage } from '#server/database/lists.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Letter, onOneLine } from '#server/mail/letter.ts'
import { enrolments } from '#server/payments/payments.table.ts'
import { users } from '#server/users/users.table.ts'

/** Who is enrolled in a class of the actor's, for an admin in any; nobody who has left the school. @throws Refusal NOT_FOUND */
export async function list({ db, actor }: Context, id: string, query: StudentsQuery): Promise<Page<ClassStudent>> {
  const { id: classId } = await findClass(db, id, ownerUnlessAdmin(actor))
  const here = isIn(db, classId)
  const words = havingWords(query.q, [users.name, users.email])
  const sortedBy = { created_at: enrolments.createdAt, name: users.name, email: users.email }
  const rows = db
    .select({
      _id: enrolments.id,
      name: users.name,
      email: users.email,
      image: users.image,
      created_at: enrolments.createdAt,
    })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(here, words))
    .orderBy(...inOrder(query, sortedBy, enrolments.id))
  const all = db.select({ all: count() }).from(enrolments)
  const counted = words
    ? all.innerJoin(users, eq(users.id, enrolments.userId)).where(and(here, words))
    : all.where(here)
  return readPage(query, rows.$dynamic(), (row) => row, counted)
}

/** Writes to everybody who is enrolled in a class of the actor's, each by themselves; answers to how many. @throws Refusal NOT_FOUND */
export async function writeTo(ctx: Context, id: string, { subject, text }: StudentsLetter): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const { id: classId, name } = await lockClass(tx, id, { instructorId: ctx.actor.id })
    const students = await studentsOf(tx, classId)
    if (students.length === 0) return 0
    const letters = students.map((student) => letterTo(ctx, student, { classId, className: name, subject, text }))
    await ctx.mail.send(tx, ...letters)
    const said = { subject: name, subjectId: classId, words: subject }
    await Activity.record(tx, ctx.actor, { deed: 'students_written_to', ...said })
    return students.length
  })
}

interface Said extends StudentsLetter {
  classId: string
  className: string
}

function letterTo(
  { actor, publicUrl }: Context,
  student: { name: string; email: string },
  { classId, className, subject, text }: Said,
): Letter {
  return {
    to: student.email,
    subject: `${onOneLine(className)}: ${subject}`,
    paragraphs: [
      `Dear ${student.name},`,
      ...text.split(/\n{2,}/),
      `${actor.name}, who teaches ${className}`,
      { words: 'To your class', address: `${publicUrl}/dashboard/class/${classId}` },
    ],
    headers: { 'Reply-To': actor.email },
  }
}

function studentsOf(tx: Database, classId: string): Promise<{ name: string; email: string }[]> {
  return tx
    .select({ name: users.name, email: users.email })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(isIn(tx, classId))
}

/** Enrolments in a class of those who are still at the school: looked for by who is not, who are few. */
function isIn(db: Database, classId: string) {
  const gone = db
    .select({ id: leavers.id })
    .from(leavers)
    .where(and(eq(leavers.id, enrolments.userId), isNotNull(leavers.deletedAt)))
  return and(eq(enrolments.classId, classId), notExists(gone))
}

const leavers = alias(users, 'leavers')
