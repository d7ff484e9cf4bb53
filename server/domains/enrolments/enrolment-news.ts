/** Tells instructors of enrolments in their classes, and of their ends: within a minute, or each morning. */
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { EnrolmentEndReason, EnrolmentNews } from '#contract/enrolments.ts'
import { addDays } from '#contract/values/clock-time.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime, toNearestInstant } from '#server/platform/zoned-time.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { composeNewsEmail, type NewsLine } from './enrolments.emails.ts'
import { enrolmentNews, enrolments, participant } from './enrolments.table.ts'

/** Returns how often the actor is notified. */
export async function read({
  db,
  actor,
}: {
  db: Database
  actor: Pick<Context['actor'], 'id'>
}): Promise<EnrolmentNews> {
  const { frequency } = enrolmentNews
  const [row] = await db.select({ frequency }).from(enrolmentNews).where(eq(enrolmentNews.userId, actor.id))
  return row ?? { frequency: 'daily' }
}

/** Changes how often the actor is notified. Returns 1. */
export async function change({ db, actor }: Pick<Context, 'db' | 'actor'>, values: EnrolmentNews): Promise<number> {
  await db
    .insert(enrolmentNews)
    .values({ ...values, userId: actor.id })
    .onConflictDoUpdate({ target: enrolmentNews.userId, set: values })
  return 1
}

/** Removes the choice of a deleted user. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(enrolmentNews).where(eq(enrolmentNews.userId, userId))
}

/** Older news is not sent: it comes from a restored or imported past. */
const MAX_AGE_MS = 3 * DAY_MS
const MORNING = '07:00'

/** As the index has it. */
const isUntold = sql`(not ${enrolments.isTold} or (${enrolments.endedAt} is not null and not ${enrolments.isEndTold}))`

/** Rows of one transaction. Further news of an instructor comes with the next e-mail. */
const BATCH_SIZE = 1_000

/** Sends the news that is due. Every instance may call it: each piece is sent once. */
export async function sendNews(ctx: SystemContext, now = Date.now()): Promise<void> {
  while ((await passOver(ctx, now - MAX_AGE_MS)) === BATCH_SIZE);
  const isChosen = eq(enrolmentNews.userId, classes.instructorId)
  const first = sql`min(case when ${enrolments.isTold} then ${enrolments.endedAt} else ${enrolments.createdAt} end)`
  const isAtOnce = sql`bool_or(coalesce(${enrolmentNews.frequency} <> 'daily', false))`
  const due = await ctx.db
    .select({ instructorId: classes.instructorId })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .leftJoin(enrolmentNews, isChosen)
    .where(isUntold)
    .groupBy(classes.instructorId)
    .having(sql`${isAtOnce} or ${first} <= ${findLastMorning(ctx, now)}`)
  for (const { instructorId } of due) await inTransaction(ctx, (tx) => sendTo(ctx, tx, { instructorId, now }))
}

/** Marks what happened before a time as notified, some at a time, and returns how many. */
async function passOver(ctx: SystemContext, before: number): Promise<number> {
  const isPast = sql`greatest(${enrolments.createdAt}, ${enrolments.endedAt}) <= ${before}`
  return inTransaction(ctx, async (tx) => {
    const rows = await tx
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(and(isUntold, isPast))
      .limit(BATCH_SIZE)
      .for('no key update', { skipLocked: true })
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await markTold(tx, inArray(enrolments.id, ids))
    return ids.length
  })
}

/** Returns the last morning in the zone of the school. */
function findLastMorning({ school }: Pick<SystemContext, 'school'>, now: number): number {
  const zone = school.current.time_zone ?? 'UTC'
  const clock = toClockTime(now, zone)
  const today = clock.slice(0, 10)
  const day = clock.slice(11) < MORNING ? addDays(today, -1) : today
  return toNearestInstant(`${day}T${MORNING}`, zone)
}

async function sendTo(
  ctx: SystemContext,
  tx: Transaction,
  { instructorId, now }: { instructorId: string; now: number },
): Promise<void> {
  const rows = await tx
    .select({ enrolment: enrolments, student: participant, className: classes.name, run: runs })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(eq(classes.instructorId, instructorId), isUntold))
    .orderBy(enrolments.createdAt, enrolments.id)
    .limit(BATCH_SIZE)
    .for('no key update', { of: enrolments, skipLocked: true })
  if (rows.length === 0) return
  const ids = rows.map(({ enrolment }) => enrolment.id)
  await markTold(tx, inArray(enrolments.id, ids))
  const instructor = await Users.read(tx, instructorId)
  const { frequency } = await read({ db: tx, actor: instructor })
  if (instructor.deletedAt !== null || instructor.role !== 'instructor' || frequency === 'never') return
  const lines = mergeSeats(rows.flatMap((row) => listNews(row, now - MAX_AGE_MS)))
  if (lines.length > 0) await ctx.mail.send(tx, composeNewsEmail(ctx, Users.toRecipient(instructor), lines))
}

async function markTold(tx: Transaction, filter: SQL): Promise<void> {
  await tx
    .update(enrolments)
    .set({ isTold: true, isEndTold: isNotNull(enrolments.endedAt) })
    .where(filter)
}

interface Row extends Omit<NewsLine, 'why' | 'seats'> {
  enrolment: typeof enrolments.$inferSelect
}

/** The instructor knows of these, or no one has taken part. */
const SILENT: readonly EnrolmentEndReason[] = ['withdrawn', 'run_canceled', 'import_undone']

/** News of one seat, with the id of its student. */
type SeatNews = Omit<NewsLine, 'seats'> & { userId: string }

function listNews({ enrolment, ...row }: Row, after: number): SeatNews[] {
  const { userId, source, isTold, createdAt, isEndTold, endedAt, endReason } = enrolment
  const described = { ...row, userId }
  const isNew = !isTold && source !== 'import' && createdAt > after
  const isEnd = !isEndTold && endedAt !== null && endedAt > after
  const why = isEnd && endReason !== null && !SILENT.includes(endReason) ? endReason : null
  return [...(isNew ? [{ ...described, why: null }] : []), ...(why ? [{ ...described, why }] : [])]
}

/** Makes one line of the seats that one student has got or lost of a date. A child's name has a line of its own. */
function mergeSeats(news: readonly SeatNews[]): NewsLine[] {
  const same = Map.groupBy(news, ({ userId, student, run, why }) => JSON.stringify([userId, student, run.id, why]))
  return [...same.values()].map((seats) => ({ ...must(seats[0]), seats: seats.length }))
}
