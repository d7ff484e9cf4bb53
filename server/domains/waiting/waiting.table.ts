import { and, eq, exists, gt, gte, inArray, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DAY_MS } from '../../../contract/values/day.ts'
import { WAITING_STATES } from '../../../contract/waiting.ts'
import type { Database } from '../../platform/database/database.ts'
import * as Column from '../../platform/exported-tables.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'

const time = () => bigint({ mode: 'number' })

/** E-mails that are still to be sent about an entry. `free`: a seat is free, and the first to pay gets it. */
export const NOTICES = ['offered', 'free', 'expired', 'closed'] as const
export type Notice = (typeof NOTICES)[number]

/** Entries of the waiting list of a run, ended ones included. The run counts those that wait and the seats that are offered (`waiting`, `offers`). */
export const waitingEntries = pgTable(
  'waiting_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    seats: integer().notNull(),
    state: text({ enum: WAITING_STATES }).notNull().default('waiting'),
    /** Seats of the run that the offer holds, as `held` of the run counts them; 0 while a checkout holds them. */
    heldSeats: integer().notNull().default(0),
    /** The list price of the run when the seats were offered. */
    listPriceMinor: bigint({ mode: 'number' }),
    offeredAt: time(),
    offeredUntil: time(),
    /** Time at which one of the staff put it first, and that user. */
    firstAt: time(),
    firstBy: uuid().references(() => users.id),
    /** Time at which the student last read that all who wait may buy. */
    toldAt: time(),
    notice: text({ enum: NOTICES }),
    /** Time at which fewer seats than these were free, and others could have them. */
    skippedAt: time(),
    endedAt: time(),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('waiting_entries_once').on(t.userId, t.runId).where(sql`${t.state} in ('waiting', 'offered')`),
    index('waiting_entries_next').on(t.runId, t.firstAt, t.createdAt, t.id).where(sql`${t.state} = 'waiting'`),
    index('waiting_entries_least').on(t.runId, t.seats).where(sql`${t.state} = 'waiting'`),
    index('waiting_entries_offered').on(t.runId, t.offeredUntil).where(sql`${t.state} = 'offered'`),
    index('waiting_entries_to_tell').on(t.runId).where(sql`${t.notice} is not null`),
    index('waiting_entries_of_run').on(t.runId, t.createdAt),
    index('waiting_entries_of_user').on(t.userId, t.createdAt),
    index('waiting_entries_first_by').on(t.firstBy).where(sql`${t.firstBy} is not null`),
    check('waiting_entries_seats', sql`${t.seats} > 0`),
    check('waiting_entries_hold', sql`${t.heldSeats} = 0 or (${t.state} = 'offered' and ${t.heldSeats} = ${t.seats})`),
    check(
      'waiting_entries_offer',
      sql`${t.state} <> 'offered' or (${t.offeredUntil} is not null and ${t.listPriceMinor} is not null)`,
    ),
  ],
)

export type EntryRow = typeof waitingEntries.$inferSelect

export const isWaiting = eq(waitingEntries.state, 'waiting')

/** Matches offers, those that are in checkout included. */
export const isOffered = eq(waitingEntries.state, 'offered')

/** Matches offers that no checkout has taken over. */
export const isHeld = gt(waitingEntries.heldSeats, 0)

/** Matches entries that may still get a seat. */
export const isLive = inArray(waitingEntries.state, ['waiting', 'offered'])

/** The time before the last moment to enroll in which the first of all who wait gets a free seat. */
export const LAST_DAY_MS = DAY_MS

/**
 * Matches entries whose students may select their run at a time: those with an offer, and on the last day all who wait while a seat is free.
 * Joined with the run.
 */
export function isTakeable(now: number | SQLWrapper = Date.now()) {
  const isOffer = and(isOffered, or(gt(waitingEntries.offeredUntil, now), eq(waitingEntries.heldSeats, 0)))
  const isLastDay = and(lte(sql`${runs.closesAt} - ${LAST_DAY_MS}::bigint`, now), gt(runs.closesAt, now))
  return or(
    isOffer,
    and(isWaiting, isLastDay, sql`${runs.seats} + ${runs.returns} - ${runs.held} >= ${waitingEntries.seats}`),
  )
}

/** Matches runs of which a student may select so many seats at a time although they do not show them. */
export function isTakeableBy(
  db: Database,
  { userId, seats, now }: { userId: string | SQLWrapper; seats: number | SQLWrapper; now?: number | SQLWrapper },
) {
  const isOwn = and(eq(waitingEntries.runId, runs.id), eq(waitingEntries.userId, userId))
  const fits = gte(waitingEntries.seats, seats)
  const takeable = db
    .select({ id: waitingEntries.id })
    .from(waitingEntries)
    .where(and(isOwn, fits, isTakeable(now)))
  return sql<boolean>`(${runs.waiting} + ${runs.offers} > 0 and ${exists(takeable)})`
}

/** Counts the seats of a run that some users may take at a time with their entries together, apart from checkouts. Joined with the run. */
export function countTakeableBy(db: Database, userIds: readonly string[]): SQL<number> {
  const isOwn = and(eq(waitingEntries.runId, runs.id), inArray(waitingEntries.userId, [...userIds]))
  const seats = sql`coalesce(sum(case when ${isOffered} then ${waitingEntries.heldSeats} else ${waitingEntries.seats} end), 0)::int`
  const takeable = db.select({ seats }).from(waitingEntries).where(and(isOwn, isTakeable()))
  return sql<number>`(${takeable})`
}

/** The price at which a student was offered so many seats of a run, in minor units; null without such an offer. Joined with the run. */
export function selectOfferedPrice(userId: string | SQLWrapper, seats: number | SQLWrapper = 1): SQL<number | null> {
  return sql`case when ${runs.offers} > 0 then (
    select ${waitingEntries.listPriceMinor} from ${waitingEntries}
    where ${waitingEntries.userId} = ${userId} and ${waitingEntries.runId} = ${runs.id} and ${isOffered}
      and ${gte(waitingEntries.seats, seats)}
  ) end`
}

/** The turn of an entry, which can be compared with that of another. */
export const turn = sql`(coalesce(${waitingEntries.firstAt}, ${Number.MAX_SAFE_INTEGER}::bigint), ${waitingEntries.createdAt}, ${waitingEntries.id})`

/** Matches entries that come before another. */
export function isBefore({ firstAt, createdAt, id }: EntryRow): SQL {
  return sql`${turn} < (${firstAt ?? Number.MAX_SAFE_INTEGER}::bigint, ${createdAt}::bigint, ${id}::uuid)`
}

/** The order in which seats are offered. */
export const inTurn = [sql`${waitingEntries.firstAt} nulls last`, waitingEntries.createdAt, waitingEntries.id]

export const WAITING_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'waiting_entries',
    meaning: 'Entries of the waiting lists of dates.',
    columns: {
      id: Column.id,
      user_id: Column.reference('users'),
      class_id: Column.reference('classes'),
      run_id: Column.reference('runs'),
      seats: Column.text('number of seats'),
      state: Column.text('waiting, offered, taken, declined, expired, left or closed'),
      held_seats: Column.text('seats that the offer holds'),
      list_price_minor: Column.minor('list price when the seats were offered'),
      offered_at: Column.time('when they were offered'),
      offered_until: Column.time('until when'),
      first_at: Column.time('when one of the staff put it in front of the others'),
      first_by: Column.text('id in users.csv of who did'),
      told_at: Column.time('when the student was notified that the first to pay gets a seat'),
      notice: Column.text('e-mail that is still to be sent'),
      skipped_at: Column.time('when others could have free seats, since these were fewer'),
      ended_at: Column.time('when it ended'),
      created_at: Column.createdAt,
    },
  },
]
