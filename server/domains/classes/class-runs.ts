/** Reads the runs of classes together with the classes, and builds the contract's `Run` from them. */
import { sql } from 'drizzle-orm'
import type { Run } from '#contract/runs.ts'
import { toMajor } from '#contract/values/money.ts'
import { readClock } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { listSessions, type SessionJson } from './class-sessions.ts'
import { classes } from './classes.table.ts'
import { isNotCanceled, runSessions, runs } from './runs/runs.table.ts'

/** A run as JSON, with the columns' names in SQL. */
export interface RunJson {
  id: string
  seats: number
  shown_seats: number
  offers: number
  waiting: number
  enroll: number
  list_price_minor: number | null
  time_zone: string | null
  place_name: string | null
  place_address: string | null
  latitude: number | null
  longitude: number | null
  is_online: boolean
  link: string | null
  starts_at: number | null
  ends_at: number | null
  starts: string | null
  ends: string | null
  last_moment: number | null
  last_moment_clock: string | null
  closes_at: number | null
  minimum: number | null
  decide_at: number | null
  decide_clock: string | null
  confirmed_at: number | null
  canceled_at: number | null
  version: number
  sessions: SessionJson[]
}

const sessionsAsJson = sql`(
  select coalesce(json_agg(s order by s.starts_at, s.id), '[]') from ${runSessions} s where s.run_id = ${runs.id}
)`

/** A run with its sessions as one JSON value. */
export const runAsJson = sql<RunJson>`(to_jsonb(${runs}) || jsonb_build_object('sessions', ${sessionsAsJson}))`

/** The runs of a class that are not canceled, in order of their start; open runs come last. */
export const runsAsJson = sql<RunJson[]>`(
  select coalesce(json_agg(${runAsJson} order by ${runs.startsAt} nulls last, ${runs.createdAt}, ${runs.id}), '[]')
  from ${runs} where ${runs.classId} = ${classes.id} and ${isNotCanceled}
)`

/** The sum of the unsold seats of the runs that students can enroll in at this time. */
export function freeSeats(now = Date.now()) {
  const isOpen = sql`(${runs.closesAt} is null or ${runs.closesAt} > ${now})`
  return sql<number>`(
    select coalesce(sum(${runs.seats}), 0)::int from ${runs}
    where ${runs.classId} = ${classes.id} and ${isNotCanceled} and ${isOpen}
  )`
}

/** Returns whether students can still enroll in a run that is not canceled. */
export function isOpenToEnroll({ closes_at }: Pick<RunJson, 'closes_at'>): boolean {
  return closes_at === null || closes_at > Date.now()
}

/** Defaults of the class and the school, for a run without a value of its own. */
interface Defaults {
  listPriceMinor: number
  ctx: Pick<Context, 'currency' | 'school'>
}

/** Builds a run for the public. A run that its instructor has confirmed takes place with any number of students. */
export function toRun(run: RunJson, { listPriceMinor, ctx: { currency, school } }: Defaults): Run {
  const isConfirmed = run.confirmed_at !== null
  return {
    _id: run.id,
    starts_at: run.starts_at,
    ends_at: run.ends_at,
    starts: readClock(run.starts, run.starts_at, run.time_zone),
    ends: readClock(run.ends, run.ends_at, run.time_zone),
    time_zone: run.time_zone,
    place: toPlace(run),
    online: run.is_online,
    price: toMajor(run.list_price_minor ?? listPriceMinor, currency),
    seats: run.shown_seats,
    enroll: run.enroll,
    last_moment: run.last_moment,
    last_moment_clock: readLastMoment(run, school.current.time_zone),
    minimum: isConfirmed ? null : run.minimum,
    decide_at: isConfirmed ? null : run.decide_at,
    decide_clock: isConfirmed ? null : readClock(run.decide_clock, run.decide_at, run.time_zone),
    sessions: listSessions(run),
  }
}

/** Returns the last moment to enroll as a clock time. That of an open run, which has no zone, is one of the school's. */
export function readLastMoment(
  { time_zone, last_moment, last_moment_clock }: RunJson,
  schoolZone: string | null,
): string | null {
  return time_zone === null
    ? readClock(null, last_moment, schoolZone)
    : readClock(last_moment_clock, last_moment, time_zone)
}

export function toPlace({ place_name, place_address, latitude, longitude }: RunJson): Run['place'] {
  return place_name === null ? null : { name: place_name, address: place_address ?? '', latitude, longitude }
}

/** Builds a run for its students. */
export function toEnrolledRun(run: RunJson, defaults: Defaults): Run {
  const canceled = run.canceled_at === null ? {} : { canceled_at: run.canceled_at }
  return { ...toRun(run, defaults), link: run.link, ...canceled }
}

/** Builds a run for the instructor and admins. */
export function toManagedRun(run: RunJson, defaults: Defaults): Run {
  const { list_price_minor: own, minimum, decide_at, confirmed_at, version } = run
  const decide_clock = readClock(run.decide_clock, decide_at, run.time_zone)
  const own_price = own === null ? null : toMajor(own, defaults.ctx.currency)
  const { seats, offers, waiting } = run
  const planned = { own_price, minimum, decide_at, decide_clock, confirmed_at, version }
  return { ...toEnrolledRun(run, defaults), ...planned, seats, offers, waiting }
}
