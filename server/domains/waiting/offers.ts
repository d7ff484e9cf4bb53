/**
 * Offers seats to who waits for them. `follow` is the one function that answers a seat which becomes free, whatever has freed it: it runs in the
 * same transaction, before the commit.
 */
import {
  and,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { classes, isNotDeleted, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { isOver, runs } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { isWaitedFor, lockSeats } from '#server/domains/classes/runs/seats.ts'
import { attempts, isOpen } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { freesSeats, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { endEnrolled, isInOtherDate } from './claims.ts'
import { transitionEntries } from './entry-states.ts'
import { notifyJob } from './notices.ts'
import {
  type EntryRow,
  inTurn,
  isBefore,
  isHeld,
  isLive,
  isOffered,
  isWaiting,
  LAST_DAY_MS,
  waitingEntries,
} from './waiting.table.ts'

const HOUR_MS = 60 * 60_000

type Ctx = Pick<SystemContext, 'jobs' | 'school'>

/** Offers the free seats of locked runs, closes the lists of runs that are over or canceled, and queues the e-mails. */
export async function follow(ctx: Ctx, tx: Transaction, runIds: readonly string[]): Promise<void> {
  for (const runId of runIds) {
    const listed = await read(tx, runId)
    if (isOverForAll(listed)) await transitionEntries(tx, 'close', { runId }, { notice: 'closed' })
    else if (!Runs.canEnroll(listed.run)) await closeOffers(tx, runId)
    const isOffered = listed.isOnOffer && (await offerFree(ctx, tx, listed))
    if (isOffered || (await hasNotice(tx, runId))) await ctx.jobs.enqueue(tx, notifyJob, { runId })
  }
}

async function hasNotice(tx: Transaction, runId: string): Promise<boolean> {
  const isNoted = and(eq(waitingEntries.runId, runId), isNotNull(waitingEntries.notice))
  return (await tx.select({ id: waitingEntries.id }).from(waitingEntries).where(isNoted).limit(1)).length > 0
}

type ListedRun = Awaited<ReturnType<typeof read>>

async function read(tx: Transaction, id: string) {
  const [row] = await tx
    .select({
      run: runs,
      listPriceMinor: sql<number>`coalesce(${runs.listPriceMinor}, ${classes.listPriceMinor})`.mapWith(Number),
      isOnOffer: sql<boolean>`coalesce(${isOnOffer}, false)`,
      isListed: sql<boolean>`${isListed}`,
    })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(eq(runs.id, id))
  return must(row)
}

/** Matches classes that take place, or may again once their instructor returns. */
const isListed = sql<boolean>`(${and(isNull(classes.withdrawnAt), isNotDeleted)})`

/** A run without dates is over when its sale is. */
function isOverForAll({ run, isListed }: ListedRun): boolean {
  const isSaleOver = run.endsAt === null && !Runs.canEnroll(run)
  return !isListed || run.canceledAt !== null || isOver(run) || isSaleOver
}

/** Closes the offers of a run whose sale is over. Who waits may still be enrolled by hand, and who is paying may pay. */
async function closeOffers(tx: Transaction, runId: string): Promise<void> {
  await transitionEntries(tx, 'close', { runId, filter: and(isOffered, isOutOfCheckout(tx)) }, { notice: 'closed' })
}

/** Returns whether it has offered a seat. */
async function offerFree(ctx: Ctx, tx: Transaction, listed: ListedRun): Promise<boolean> {
  const { run } = listed
  const all = Runs.canEnroll(run) ? run.seats + run.returns - run.held : 0
  if (run.waiting === 0 || all <= 0) return false
  if (run.closesAt !== null && run.closesAt - Date.now() <= LAST_DAY_MS) {
    await tellAll(tx, run)
    return false
  }
  const offer = createOffer(ctx, listed)
  let free = all
  let last: EntryRow | undefined
  while (free > 0) {
    const chosen = chooseFitting(free, await listNext(tx, run.id, free))
    if (chosen.length === 0) break
    free -= await offerTo(tx, run, chosen, offer)
    last = chosen.at(-1)
  }
  await noteSkipped(tx, run, free > 0 ? undefined : last)
  return free < all
}

/** Notes for parties that wait that later entries were offered seats, or everyone, since these were fewer. @param last the last that was offered any */
async function noteSkipped(
  tx: Transaction,
  { id }: Pick<Runs.RunRow, 'id'>,
  last: EntryRow | undefined,
): Promise<void> {
  const isParty = and(eq(waitingEntries.runId, id), isWaiting, gt(waitingEntries.seats, 1))
  await tx
    .update(waitingEntries)
    .set({ skippedAt: Date.now() })
    .where(and(isParty, last ? isBefore(last) : isNull(waitingEntries.skippedAt)))
}

/** An entry that may be next, and whether its student is in another date of the class by now. */
type NextEntry = EntryRow & { isElsewhere: boolean }

/** Returns the first entries whose number of seats fits, at most as many as there are seats. */
function listNext(tx: Transaction, runId: string, free: number): Promise<NextEntry[]> {
  const fits = and(eq(waitingEntries.runId, runId), isWaiting, lte(waitingEntries.seats, free))
  return tx
    .select({ ...getTableColumns(waitingEntries), isElsewhere: sql<boolean>`${isInOtherDate(tx)}` })
    .from(waitingEntries)
    .where(fits)
    .orderBy(...inTurn)
    .limit(free)
}

type Offer = Pick<EntryRow, 'listPriceMinor' | 'offeredAt' | 'offeredUntil'>

/** Offers seats to entries, and returns their number. Who is in another date of the class by now leaves the list instead. */
async function offerTo(
  tx: Transaction,
  { id: runId }: Pick<Runs.RunRow, 'id'>,
  entries: NextEntry[],
  offer: Offer,
): Promise<number> {
  const select = (chosen: EntryRow[]) =>
    inArray(
      waitingEntries.id,
      chosen.map(({ id }) => id),
    )
  const gone = entries.filter(({ isElsewhere }) => isElsewhere)
  const others = entries.filter(({ isElsewhere }) => !isElsewhere)
  if (gone.length > 0) await transitionEntries(tx, 'leave', { runId, filter: select(gone) })
  if (others.length > 0)
    await transitionEntries(tx, 'offer', { runId, filter: select(others) }, { ...offer, notice: 'offered' })
  return others.reduce((all, { seats }) => all + seats, 0)
}

/** Half of the time to the last moment to enroll, or the hours of the school where these are fewer. */
function createOffer(ctx: Ctx, { run: { closesAt }, listPriceMinor }: ListedRun): Offer {
  const now = Date.now()
  const hours = now + ctx.school.current.offer_hours * HOUR_MS
  const half = closesAt === null ? hours : now + Math.floor((closesAt - now) / 2)
  return { listPriceMinor, offeredAt: now, offeredUntil: Math.min(hours, half) }
}

/** An hour in which a seat that becomes free again is not worth another e-mail. */
const TOLD_MS = HOUR_MS

/** Tells all who wait that the first to pay gets a seat. */
async function tellAll(tx: Transaction, { id, seats, returns, held }: Runs.RunRow): Promise<void> {
  const now = Date.now()
  const isUntold = or(isNull(waitingEntries.toldAt), lt(waitingEntries.toldAt, now - TOLD_MS))
  const fits = lte(waitingEntries.seats, seats + returns - held)
  await tx
    .update(waitingEntries)
    .set({ toldAt: now, notice: 'free' })
    .where(and(eq(waitingEntries.runId, id), isWaiting, fits, isUntold))
}

/**
 * Puts a waiting entry of a locked run in front of the others, and offers it a seat that is free. Returns false where it no longer waits.
 */
export async function offerFirst(ctx: Ctx, tx: Transaction, entry: EntryRow, firstBy: string): Promise<boolean> {
  const isEntry = and(eq(waitingEntries.id, entry.id), isWaiting)
  const [first] = await tx.update(waitingEntries).set({ firstAt: Date.now(), firstBy }).where(isEntry).returning()
  if (!first) return false
  const listed = await read(tx, entry.runId)
  const { run, isOnOffer } = listed
  if (isOnOffer && Runs.canEnroll(run) && run.seats + run.returns - run.held >= first.seats)
    await offerTo(tx, run, [{ ...first, isElsewhere: false }], createOffer(ctx, listed))
  freesSeats(tx, run.id)
  return true
}

/** Ends offers whose time is over and entries of users who are no longer students, closes lists, and offers seats that a release without waiting lists has freed. */
export async function sweep(ctx: SystemContext, now = Date.now()): Promise<void> {
  for (const runId of await listDue(ctx.db, now))
    await inTransaction(ctx, async (tx) => {
      await lockSeats(tx, [runId])
      await endEnrolled(tx, runId)
      await transitionEntries(tx, 'leave', { runId, filter: and(isOfStaff(tx), isOutOfCheckout(tx)) })
      const isExpired = and(lte(waitingEntries.offeredUntil, now), isOutOfCheckout(tx))
      await transitionEntries(tx, 'expire', { runId, filter: isExpired }, { notice: 'expired' })
      freesSeats(tx, runId)
    })
}

/** Matches offers that are not in checkout. A release without waiting lists ends a checkout without returning its seat to the offer. */
function isOutOfCheckout(db: Database) {
  const isPaying = and(eq(attempts.userId, waitingEntries.userId), eq(attempts.runId, waitingEntries.runId), isOpen)
  return or(isHeld, notExists(db.select({ id: attempts.id }).from(attempts).where(isPaying)))
}

/** Matches entries of users who were given another role in between, and can take no seat. */
function isOfStaff(db: Database) {
  const isOwner = and(eq(users.id, waitingEntries.userId), ne(users.role, 'student'))
  return exists(db.select({ id: users.id }).from(users).where(isOwner))
}

/** Returns the runs of which an offer has ended, or whose list must close, has a seat to offer, or has an entry of the staff. */
async function listDue(db: Database, now: number): Promise<string[]> {
  const isPast = or(lte(waitingEntries.offeredUntil, now), lte(runs.closesAt, now))
  const hasEnded = or(and(isPast, isOutOfCheckout(db)), and(isHeld, isInOtherDate(db)))
  const isEnded = and(eq(waitingEntries.runId, runs.id), isOffered, hasEnded)
  const ended = db.select({ id: waitingEntries.id }).from(waitingEntries).where(isEnded)
  const isLeft = and(eq(waitingEntries.runId, runs.id), isLive, isOfStaff(db), isOutOfCheckout(db))
  const left = db.select({ id: waitingEntries.id }).from(waitingEntries).where(isLeft)
  const isEarly = or(isNull(runs.closesAt), gt(runs.closesAt, now + LAST_DAY_MS))
  const isSaleOver = and(isNull(runs.endsAt), lte(runs.closesAt, now))
  const isClosed = or(isNotNull(runs.canceledAt), lte(runs.endsAt, now), isSaleOver, not(isListed))
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(
      and(
        sql`${runs.waiting} + ${runs.offers} > 0`,
        or(exists(ended), exists(left), and(isWaitedFor, isEarly, isOnOffer), isClosed),
      ),
    )
    .orderBy(runs.id)
  return rows.map(({ id }) => id)
}

/**
 * Chooses who is offered free seats: in the order of the list, leaving out those who want more seats than are left then.
 * @param free the number of seats
 * @param entries in the order of the list
 */
export function chooseFitting<Entry extends { seats: number }>(free: number, entries: readonly Entry[]): Entry[] {
  let left = free
  return entries.filter(({ seats }) => {
    if (seats > left) return false
    left -= seats
    return true
  })
}
