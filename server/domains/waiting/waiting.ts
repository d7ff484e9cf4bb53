/** The verbs of who waits, and of the staff. All of them lock the run before an entry. */
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { toMajor } from '#contract/values/money.ts'
import type { Page } from '#contract/values/pagination.ts'
import type { ListedWaitingEntry, OwnWaitingEntry, WaitingEntry, WaitingQuery } from '#contract/waiting.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { changeSeats, countFree, lockForSale, lockSeats } from '#server/domains/classes/runs/seats.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { attempts, isOpen } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, readPage } from '#server/platform/database/lists.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { selectLeast, transitionEntries } from './entry-states.ts'
import { offerFirst } from './offers.ts'
import { type EntryRow, inTurn, isLive, isTakeable, isWaiting, turn, waitingEntries } from './waiting.table.ts'

/**
 * Puts the actor on the waiting list of a run without a free seat for one or several seats, and returns the id of the entry.
 * @throws AppError NOT_FOUND, EMAIL_NOT_CONFIRMED, RUN_CLOSED, ALREADY_ENROLLED, TOO_FEW_SEATS, SEATS_FREE, ALREADY_WAITING
 */
export async function join(ctx: Context, id: string, seats: number): Promise<string> {
  const { id: userId, emailConfirmed } = ctx.actor
  const { id: runId } = await Runs.find(ctx.db, id)
  return inTransaction(ctx, async (tx) => {
    const { run, class: row, isOnOffer } = await lockForSale(tx, runId)
    if (!isOnOffer && run.canceledAt === null) throw new AppError('NOT_FOUND')
    if (!emailConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED')
    if (!Runs.canEnroll(run)) throw new AppError('RUN_CLOSED')
    if ((await Users.readToEnroll(tx, userId)).deletedAt !== null) throw new AppError('NOT_SIGNED_IN')
    if (await Enrolments.isEnrolled(tx, userId, run)) throw new AppError('ALREADY_ENROLLED')
    if (seats > run.offered) throw new AppError('TOO_FEW_SEATS')
    const isOwnHold = and(eq(attempts.runId, runId), eq(attempts.userId, userId), isOpen)
    const isFree = countFree(run) > 0
    if (isFree || (await tx.$count(attempts, isOwnHold)) > 0) throw new AppError('SEATS_FREE')
    const entry = { userId, classId: row.id, runId, seats, createdAt: Date.now() }
    const [created] = await tx
      .insert(waitingEntries)
      .values(entry)
      .onConflictDoNothing()
      .returning({ id: waitingEntries.id })
    if (!created) throw new AppError('ALREADY_WAITING')
    await changeSeats(tx, runId, { waiting: 1 }, { waitingLeast: selectLeast(runId) })
    return created.id
  })
}

/**
 * Changes for how many seats the actor waits, in the same place of the list. Returns 0 where they have waited for so many.
 * @throws AppError NOT_FOUND, OFFER_ENDED where the entry no longer waits, TOO_FEW_SEATS
 */
export async function changeNumber(ctx: Context, id: string, seats: number): Promise<number> {
  const { id: entryId, runId } = await findOwn(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const { run } = await lockForSale(tx, runId)
    const isEntry = and(eq(waitingEntries.id, entryId), isWaiting)
    const [entry] = await tx.select().from(waitingEntries).where(isEntry)
    if (!entry) throw new AppError('OFFER_ENDED', NO_LONGER_WAITS)
    if (entry.seats === seats) return 0
    if (seats > run.offered) throw new AppError('TOO_FEW_SEATS')
    await tx.update(waitingEntries).set({ seats, skippedAt: null }).where(isEntry)
    // Fewer seats may be free by now.
    await changeSeats(tx, runId, {}, { waitingLeast: selectLeast(runId) })
    return 1
  })
}

const NO_LONGER_WAITS = 'You no longer wait for this date. Reload the page.'

/**
 * Takes one of the actor's entries off its list. Returns 0 where it has ended.
 * @throws AppError NOT_FOUND, BEING_PAID while the actor pays for the seat
 */
export async function leave(ctx: Context, id: string): Promise<number> {
  return end(ctx, id, 'leave')
}

/**
 * Declines the seat that the actor was offered.
 * @throws AppError NOT_FOUND, OFFER_ENDED without an offer, BEING_PAID while the actor pays for the seat
 */
export async function decline(ctx: Context, id: string): Promise<number> {
  if ((await end(ctx, id, 'decline')) === 0) throw new AppError('OFFER_ENDED')
  return 1
}

const IN_CHECKOUT = 'You are paying for this seat. Release it under My Selected Classes first.'

async function end(ctx: Context, id: string, step: 'leave' | 'decline'): Promise<number> {
  const { id: entryId, runId } = await findOwn(ctx, id)
  return inTransaction(ctx, async (tx) => {
    await lockSeats(tx, [runId])
    const filter = eq(waitingEntries.id, entryId)
    const [entry] = await tx.select().from(waitingEntries).where(filter)
    if (entry?.state === 'offered' && entry.heldSeats === 0) throw new AppError('BEING_PAID', IN_CHECKOUT)
    return (await transitionEntries(tx, step, { runId, filter })).length
  })
}

async function findOwn({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<EntryRow> {
  const isOwn = and(eq(waitingEntries.id, parseId(id)), eq(waitingEntries.userId, actor.id))
  const [entry] = await db.select().from(waitingEntries).where(isOwn)
  return orNotFound(entry)
}

/** Ends the entries of a user who is being deleted. The classes are locked. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  const isOwn = and(eq(waitingEntries.userId, userId), isLive)
  const own = await tx
    .select({ runId: waitingEntries.runId })
    .from(waitingEntries)
    .where(isOwn)
    .orderBy(waitingEntries.runId)
  for (const { runId } of own) {
    await lockSeats(tx, [runId])
    await transitionEntries(tx, 'leave', { runId, filter: isOwn })
  }
}

/** Entries that are shown of one person. */
const MAX_OWN = 200

/** Returns the actor's entries, newest first. */
export async function listOwn({
  db,
  actor,
  currency,
  school,
}: Pick<Context, 'db' | 'actor' | 'currency' | 'school'>): Promise<OwnWaitingEntry[]> {
  const rows = await selectOwn(db, actor.id)
  return rows.map(({ entry, ahead, class: row, run, isTakeable: takeable }) => {
    const priceMinor = entry.listPriceMinor ?? run.listPriceMinor ?? row.listPriceMinor
    const shown = { className: row.name, classImage: row.image, price: toMajor(priceMinor, currency) }
    return { ...toEntry(entry, ahead, run.timeZone ?? school.current.time_zone), ...shown, ...readStart(run), takeable }
  })
}

function selectOwn(db: Database, userId: string) {
  return db
    .select({
      entry: waitingEntries,
      ahead: countAhead,
      class: { name: classes.name, image: classes.image, listPriceMinor: classes.listPriceMinor },
      run: runs,
      isTakeable: sql<boolean>`coalesce(${isTakeable()}, false)`,
    })
    .from(waitingEntries)
    .innerJoin(runs, eq(runs.id, waitingEntries.runId))
    .innerJoin(classes, eq(classes.id, waitingEntries.classId))
    .where(eq(waitingEntries.userId, userId))
    .orderBy(desc(waitingEntries.createdAt), waitingEntries.id)
    .limit(MAX_OWN)
}

/** The number of entries, not of seats, that come before an entry, which waits. */
const countAhead = sql<number | null>`case when ${isWaiting} then (
  select count(*) from ${waitingEntries} other
  where other.run_id = ${waitingEntries.runId} and other.state = 'waiting'
    and (coalesce(other.first_at, ${Number.MAX_SAFE_INTEGER}::bigint), other.created_at, other.id)
      < ${turn}
) end`

function toEntry(
  { id, runId, classId, seats, state, offeredUntil, skippedAt, createdAt }: EntryRow,
  ahead: number | string | null,
  timeZone: string | null,
): WaitingEntry {
  const position = ahead === null ? null : Number(ahead) + 1
  const offered_until_clock = offeredUntil === null ? null : toClockTime(offeredUntil, timeZone)
  const times = { offered_until: offeredUntil, offered_until_clock, skipped_at: skippedAt, created_at: createdAt }
  return { _id: id, runId, classId, seats, state, position, ...times }
}

/** Returns the list of a run in its order, then the entries that no longer wait. @throws AppError NOT_FOUND for another instructor's run */
export async function list(ctx: Context, id: string, query: WaitingQuery): Promise<Page<ListedWaitingEntry>> {
  const { id: runId, timeZone: time_zone } = await Runs.find(ctx.db, id, Classes.limitToOwner(ctx.actor))
  const zone = time_zone ?? ctx.school.current.time_zone
  const matches = and(eq(waitingEntries.runId, runId), matchesText(query.q, [users.name, users.email]))
  const rank = sql`case ${waitingEntries.state} when 'offered' then 0 when 'waiting' then 1 else 2 end`
  const select = (db: Context['db']) =>
    db
      .select({ entry: waitingEntries, name: users.name, email: users.email, ahead: countAhead })
      .from(waitingEntries)
      .innerJoin(users, eq(users.id, waitingEntries.userId))
      .where(matches)
      .orderBy(rank, ...inTurn)
  const total = ctx.db
    .select({ all: count() })
    .from(waitingEntries)
    .innerJoin(users, eq(users.id, waitingEntries.userId))
    .where(matches)
  return readPage(
    query,
    select(ctx.db).$dynamic(),
    ({ entry, name, email, ahead }) => ({
      ...toEntry(entry, ahead, zone),
      name,
      email,
      time_zone,
      first_at: entry.firstAt,
    }),
    () => readCount(ctx.db, total),
  )
}

/**
 * Offers seats to an entry before those that came earlier: free ones, or else the next.
 * @throws AppError NOT_FOUND for another instructor's class, OFFER_ENDED where the entry no longer waits
 */
export async function offerOutOfOrder(ctx: Context, id: string, reason: string): Promise<number> {
  const isEntry = eq(waitingEntries.id, parseId(id))
  const [found] = await ctx.db.select().from(waitingEntries).where(isEntry)
  const { runId } = orNotFound(found)
  await Runs.find(ctx.db, runId, Classes.limitToOwner(ctx.actor))
  return inTransaction(ctx, async (tx) => {
    const { class: row } = await lockForSale(tx, runId)
    const [entry] = await tx.select().from(waitingEntries).where(isEntry)
    if (!(await offerFirst(ctx, tx, must(entry), ctx.actor.id))) throw new AppError('OFFER_ENDED')
    const user = await Users.read(tx, must(entry).userId)
    const logged = { action: 'seat_offered', subject: row.name, subjectId: row.id } as const
    await Activity.record(tx, ctx.actor, { ...logged, message: `${user.email}: ${reason}` })
    return 1
  })
}
