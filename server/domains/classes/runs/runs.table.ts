import { and, asc, eq, gt, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, boolean, check, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../../platform/exported-tables.ts'
import { classes, isNotDeleted } from '../classes.table.ts'

const time = () => bigint({ mode: 'number' })
/** A clock time of the run's zone. Rows of earlier versions of the code have none until the next start. */
const clockTime = text

/** Runs of classes. All seats ever offered (`offered`) are unsold (`seats`) or taken (`enroll`). A run without sessions is open. */
export const runs = pgTable(
  'runs',
  {
    id: uuid().primaryKey().defaultRandom(),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    /** Unsold seats, those that are held included. */
    seats: integer().notNull(),
    /** Seats that checkouts and offers to who waits hold. */
    held: integer().notNull().default(0),
    /** Seats that are offered to who waits, those of them in checkout included. */
    offers: integer().notNull().default(0),
    /** Entries of the waiting list that wait. */
    waiting: integer().notNull().default(0),
    /** The smallest number of seats that one of them waits for: fewer free seats are for everyone. Null without any, and from the release before. */
    waitingLeast: integer(),
    /** Taken seats whose students give them back once they are sold again. A trigger takes off those of enrolments that end or move. */
    returns: integer().notNull().default(0),
    /** The seats that everyone reads: none while anyone waits for so many, and never those that are offered. */
    shownSeats: integer()
      .notNull()
      .generatedAlwaysAs(sql`case when waiting > 0 and seats + returns - offers >= coalesce(waiting_least, 1) then 0
        else greatest(0, seats + returns - offers) end`),
    enroll: integer().notNull().default(0),
    offered: integer().notNull(),
    /** Null where the run has the price of its class. */
    listPriceMinor: bigint({ mode: 'number' }),
    /** IANA name; null for an open run. */
    timeZone: text(),
    placeName: text(),
    placeAddress: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    isOnline: boolean().notNull().default(false),
    /** Link of an online run. Only its students, its instructor and admins read it. */
    link: text(),
    /** Copies of the first start and the last end of its sessions. */
    startsAt: time(),
    endsAt: time(),
    starts: clockTime(),
    ends: clockTime(),
    lastMoment: time(),
    lastMomentClock: clockTime(),
    /** The end of enrolling; null for none. */
    closesAt: time().generatedAlwaysAs(sql`coalesce(last_moment, starts_at)`),
    minimum: integer(),
    decideAt: time(),
    decideClock: clockTime(),
    /** The version of the zone data from which the instants of the clock times were found. */
    zoneRules: text(),
    /** Times at which the instructor confirmed a run below its minimum, and was reminded to decide. */
    confirmedAt: time(),
    remindedAt: time(),
    canceledAt: time(),
    /** Grows with every change of time, place or state, for calendars (RFC 5545, 3.8.7.4). */
    sequence: integer().notNull().default(0),
    createdAt: time().notNull(),
    /** Grows with every update of the row but those of `held`, of the waiting list and of `returns`, by a trigger. `If-Match` is compared with it. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('runs_of_class').on(t.classId, t.startsAt),
    index('runs_closing').on(t.closesAt),
    index('runs_by_start').on(t.startsAt, t.classId),
    index('runs_with_list').on(t.id).where(sql`${t.waiting} + ${t.offers} > 0`),
    check('runs_seats', sql`${t.seats} >= 0 and ${t.enroll} >= 0 and ${t.seats} + ${t.enroll} = ${t.offered}`),
    check('runs_waiting', sql`${t.waiting} >= 0 and ${t.offers} >= 0`),
    check('runs_returns', sql`${t.returns} >= 0`),
    check('runs_price', sql`${t.listPriceMinor} > 0`),
  ],
)

export type RunRow = typeof runs.$inferSelect

/**
 * Sessions of runs: clock times of the run's zone, and the instants that were found for them. A rain date takes the place of an outdoor
 * session.
 */
export const runSessions = pgTable(
  'run_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    startsAt: time().notNull(),
    endsAt: time().notNull(),
    rainStartsAt: time(),
    rainEndsAt: time(),
    starts: clockTime(),
    ends: clockTime(),
    rainStarts: clockTime(),
    rainEnds: clockTime(),
    zoneRules: text(),
  },
  (t) => [
    index('run_sessions_of_run').on(t.runId, t.startsAt),
    index('run_sessions_by_time').on(t.startsAt),
    check('run_sessions_order', sql`${t.endsAt} > ${t.startsAt} and ${t.rainEndsAt} > ${t.rainStartsAt}`),
  ],
)

export const isNotCanceled = isNull(runs.canceledAt)

/** Matches runs of joined classes that students take part in, also where their instructor has left. */
export const takesPlace = and(isNotCanceled, isNull(classes.withdrawnAt), isNotDeleted)

/** Matches runs that students can enroll in at a time. */
export function isEnrollable(now: number | SQLWrapper = Date.now()) {
  return and(isNotCanceled, or(isNull(runs.closesAt), gt(runs.closesAt, now)))
}

/** Matches runs in which nothing has ended yet at a time. */
export function isCurrent(now: number | SQLWrapper = Date.now()) {
  return and(isNotCanceled, isNotOver(now))
}

/** Matches runs whose last session has not ended at a time, in milliseconds since 1970 or a column, and open runs. */
export function isNotOver(now: number | SQLWrapper) {
  return or(isNull(runs.endsAt), gt(runs.endsAt, now))
}

/** Matches the runs of a class. */
export function isOfClass(classId: string | SQLWrapper) {
  return eq(runs.classId, classId)
}

/** The order of runs by their start; open runs come last. */
export const byStart = [sql`${runs.startsAt} nulls last`, asc(runs.createdAt), asc(runs.id)]

/** Returns whether the last session of a run has ended. */
export function isOver({ endsAt }: Pick<RunRow, 'endsAt'>): boolean {
  return endsAt !== null && endsAt <= Date.now()
}

export const RUN_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'runs',
    meaning: 'Dates of classes. A class without dates has one row without times.',
    columns: {
      id: Column.id,
      class_id: Column.reference('classes'),
      seats: Column.text('unsold seats'),
      held: Column.text('those of them that are held'),
      offers: Column.text('those of them that are offered to who waits'),
      waiting: Column.text('number of people who wait'),
      waiting_least: Column.text('smallest number of seats that one of them waits for'),
      returns: Column.text('taken seats that are given back once they are sold again'),
      enroll: Column.text('number of enrolments'),
      offered: Column.text('seats on offer: seats and enroll together'),
      list_price_minor: Column.minor('price, where it is not that of the class'),
      time_zone: Column.text('IANA name'),
      place_name: Column.text('name of the place'),
      place_address: Column.text('address of the place'),
      latitude: Column.text('degrees'),
      longitude: Column.text('degrees'),
      is_online: Column.flag('it takes place online'),
      link: Column.text('URL of the meeting'),
      starts_at: Column.time('start of the first session'),
      ends_at: Column.time('end of the last session'),
      starts: Column.text('the same start as a clock time of the zone'),
      ends: Column.text('the same end as a clock time of the zone'),
      last_moment: Column.time('end of booking, where it is not the start'),
      last_moment_clock: Column.text('the same as a clock time of the zone, of UTC without one'),
      minimum: Column.text('least number of students'),
      decide_at: Column.time('when the minimum is decided on'),
      decide_clock: Column.text('the same as a clock time of the zone'),
      zone_rules: Column.text('version of the rules of time zones by which the times were found'),
      confirmed_at: Column.time('when it was confirmed below the minimum'),
      reminded_at: Column.time('when the instructor was reminded of the decision'),
      canceled_at: Column.time('when it was canceled'),
      sequence: Column.text('number of changes, for calendars'),
      created_at: Column.createdAt,
      version: Column.version,
    },
    leftOut: {
      closes_at: 'derived from last_moment and starts_at',
      shown_seats: 'derived from seats, returns, offers and waiting',
    },
  },
  {
    table: 'run_sessions',
    meaning: 'Sessions of dates.',
    columns: {
      id: Column.id,
      run_id: Column.reference('runs'),
      starts_at: Column.time('start'),
      ends_at: Column.time('end'),
      rain_starts_at: Column.time('start of the rain date'),
      rain_ends_at: Column.time('end of the rain date'),
      starts: Column.text('start as a clock time of the zone of the date'),
      ends: Column.text('end as a clock time'),
      rain_starts: Column.text('start of the rain date as a clock time'),
      rain_ends: Column.text('end of the rain date as a clock time'),
      zone_rules: Column.text('version of the rules of time zones by which the times were found'),
    },
  },
]
