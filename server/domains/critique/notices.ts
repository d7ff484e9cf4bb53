/** Sends news about briefs and critique: at most one e-mail an hour to each person. */
import { and, asc, eq, gt, isNotNull, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { composeNews, type News } from './critique.emails.ts'
import { briefs, pictures, submissions } from './critique.table.ts'
import { type NoticeKind, notices } from './notices.table.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

type Brief = Pick<typeof briefs.$inferSelect, 'id' | 'classId' | 'runId'>

/** Notes news for a person, in the transaction that causes it. */
export async function add(
  tx: Transaction,
  userId: string,
  news: { kind: NoticeKind; briefId: string; submissionId: string },
): Promise<void> {
  await tx.insert(notices).values({ ...news, userId, createdAt: Date.now() })
}

/** Notes a new brief, or that it is due, for its students. @param onlyMissing leaves out those who have handed in a picture */
export async function addForStudents(
  tx: Transaction,
  { id: briefId, classId, runId }: Brief,
  kind: 'brief' | 'due',
): Promise<void> {
  const isOfBrief = and(
    eq(enrolments.classId, classId),
    runId === null ? undefined : eq(enrolments.runId, runId),
    isActive,
  )
  const handedIn = tx
    .select({ one: sql`1` })
    .from(submissions)
    .innerJoin(pictures, eq(pictures.submissionId, submissions.id))
    .where(and(eq(submissions.briefId, briefId), eq(submissions.userId, enrolments.userId)))
  const rows = await tx
    .selectDistinct({ userId: enrolments.userId })
    .from(enrolments)
    .where(and(isOfBrief, kind === 'due' ? notExists(handedIn) : undefined))
  const values = rows.map(({ userId }) => ({ userId, kind, briefId, createdAt: Date.now() }))
  if (values.length > 0) await tx.insert(notices).values(values)
}

/** Notes briefs that are due within a day and were added before that day, once each. */
export async function remind(ctx: SystemContext, now: number = Date.now()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isDue = and(gt(briefs.dueAt, now), lte(briefs.dueAt, now + DAY_MS), isNull(briefs.remindedAt))
    const reminded = await tx
      .update(briefs)
      .set({ remindedAt: now })
      .where(and(isDue, lt(briefs.createdAt, sql`${briefs.dueAt} - ${DAY_MS}::bigint`)))
      .returning()
    for (const brief of reminded) await addForStudents(tx, brief, 'due')
  })
}

/** Sends all news of people who got none within an hour. Every instance may call it: each piece is sent once. */
export async function send(ctx: SystemContext, now: number = Date.now()): Promise<void> {
  const isRecent = and(isNotNull(notices.sentAt), gt(notices.sentAt, now - HOUR_MS))
  const recent = ctx.db.select({ userId: notices.userId }).from(notices).where(isRecent)
  const waiting = await ctx.db
    .selectDistinct({ userId: notices.userId })
    .from(notices)
    .where(and(isNull(notices.sentAt), sql`${notices.userId} not in (${recent})`))
  for (const { userId } of waiting) await inTransaction(ctx, (tx) => sendTo(tx, ctx, { userId, now }))
  await ctx.db.delete(notices).where(lt(notices.sentAt, now - DAY_MS))
}

async function sendTo(
  tx: Transaction,
  ctx: SystemContext,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const isWaiting = and(eq(notices.userId, userId), isNull(notices.sentAt))
  // Another instance may be sending them.
  const locked = await tx.select({ id: notices.id }).from(notices).where(isWaiting).for('update', { skipLocked: true })
  if (locked.length === 0) return
  const rows = await selectNews(tx, userId)
  await tx.update(notices).set({ sentAt: now }).where(isWaiting)
  const [first] = rows
  if (!first) return
  const distinct = new Map(rows.map(({ news }) => [`${news.kind} ${news.title} ${news.submissionId}`, news]))
  await ctx.mail.send(tx, composeNews(ctx, first.user, [...distinct.values()]))
}

/** Selects the waiting news of a person, but not critique that they have read. */
function selectNews(tx: Transaction, userId: string) {
  const news = {
    kind: notices.kind,
    title: briefs.title,
    className: classes.name,
    dueAt: briefs.dueAt,
    timeZone: runs.timeZone,
    submissionId: notices.submissionId,
    studentName: sql<string | null>`(select name from users student where student.id = ${submissions.userId})`,
  } satisfies Record<keyof News, unknown>
  return tx
    .select({ user: users, news })
    .from(notices)
    .innerJoin(users, and(eq(users.id, notices.userId), isNull(users.deletedAt)))
    .innerJoin(briefs, eq(briefs.id, notices.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .leftJoin(runs, eq(runs.id, briefs.runId))
    .leftJoin(submissions, eq(submissions.id, notices.submissionId))
    .where(
      and(
        eq(notices.userId, userId),
        isNull(notices.sentAt),
        or(sql`${notices.kind} <> 'released'`, eq(submissions.unread, true)),
      ),
    )
    .orderBy(asc(notices.createdAt), notices.id)
}

/** Deletes the news of a user. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(notices).where(eq(notices.userId, userId))
}
