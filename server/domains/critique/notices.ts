/** Sends news about briefs and critique: at most one e-mail an hour to each person. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, max, ne, notExists, or, sql } from 'drizzle-orm'
import type { CritiqueSettings } from '#contract/critique.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { composeNews, type News } from './critique.emails.ts'
import { briefs, pictures, remarks, submissions, versions } from './critique.table.ts'
import { type NoticeKind, newsSettings, notices } from './notices.table.ts'

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

/** Notes that pictures were handed in, once until critique of the submission is released. */
export async function addHandedIn(
  tx: Transaction,
  userId: string,
  news: { briefId: string; submissionId: string },
): Promise<void> {
  const { submissionId } = news
  const lastRelease = tx
    .select({ at: max(remarks.releasedAt) })
    .from(remarks)
    .innerJoin(versions, eq(versions.id, remarks.versionId))
    .innerJoin(pictures, eq(pictures.id, versions.pictureId))
    .where(eq(pictures.submissionId, submissionId))
  const isNoted = and(
    eq(notices.userId, userId),
    eq(notices.kind, 'handed_in'),
    eq(notices.submissionId, submissionId),
    sql`${notices.createdAt} > coalesce((${lastRelease}), 0)`,
  )
  if ((await tx.$count(notices, isNoted)) === 0) await add(tx, userId, { ...news, kind: 'handed_in' })
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
  const ids = rows.map(({ id }) => id)
  await tx.update(notices).set({ sentAt: now }).where(inArray(notices.id, ids))
  // What is out of date, or not wanted, delays no e-mail.
  await tx.delete(notices).where(isWaiting)
  const [first] = rows
  if (!first) return
  const distinct = new Map(rows.map(({ news }) => [`${news.kind} ${news.title} ${news.submissionId}`, news]))
  await ctx.mail.send(tx, composeNews(ctx, first.user, [...distinct.values()]))
}

/**
 * Selects the waiting news of a person, unless they want none: but not critique that they have read, nor pictures that have got critique
 * since.
 */
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
    .select({ id: notices.id, user: users, news })
    .from(notices)
    .innerJoin(users, and(eq(users.id, notices.userId), isNull(users.deletedAt)))
    .innerJoin(briefs, eq(briefs.id, notices.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .leftJoin(runs, eq(runs.id, briefs.runId))
    .leftJoin(submissions, eq(submissions.id, notices.submissionId))
    .leftJoin(newsSettings, eq(newsSettings.userId, notices.userId))
    .where(
      and(
        eq(notices.userId, userId),
        isNull(notices.sentAt),
        or(isNull(newsSettings.emails), newsSettings.emails),
        or(ne(notices.kind, 'released'), submissions.unread),
        or(ne(notices.kind, 'handed_in'), isNotNull(submissions.waitingSince)),
      ),
    )
    .orderBy(asc(notices.createdAt), notices.id)
}

/** Returns whether the actor gets e-mails about briefs and critique. */
export async function readSettings({ db, actor }: Context): Promise<CritiqueSettings> {
  const [row] = await db
    .select({ emails: newsSettings.emails })
    .from(newsSettings)
    .where(eq(newsSettings.userId, actor.id))
  return row ?? { emails: true }
}

/** Switches the e-mails of the actor on or off. Returns 1. */
export async function changeSettings({ db, actor }: Context, values: CritiqueSettings): Promise<number> {
  await db
    .insert(newsSettings)
    .values({ ...values, userId: actor.id })
    .onConflictDoUpdate({ target: newsSettings.userId, set: values })
  return 1
}

/** Deletes the news of a user, and what they decided about it. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(notices).where(eq(notices.userId, userId))
  await tx.delete(newsSettings).where(eq(newsSettings.userId, userId))
}
