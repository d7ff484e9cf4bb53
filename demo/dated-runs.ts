/** The runs of the demo's approved classes with their dates, and the rows in which they are stored. */
import { randomUUID } from 'node:crypto'
import { ZONE_RULES } from '../server/domains/classes/runs/clock-times.ts'
import type { runs } from '../server/domains/classes/runs/runs.table.ts'
import { toClockTime } from '../server/platform/zoned-time.ts'
import type { DemoClass } from './classes.ts'
import { PLACES, TIME_ZONE } from './places.ts'
import { toDemoPrice } from './prices.ts'
import type { RunPlan } from './runs.ts'
import type { DemoSession, Timetable } from './timetable.ts'

const DAY_MS = 24 * 60 * 60_000

/** A run with dates. Times are in milliseconds UTC. */
export interface DatedRun {
  id: string
  plan: RunPlan
  startsAt: number
  sessions: (DemoSession & { id: string })[]
  /** Its own price in the minor unit, or null for that of its class. */
  ownPriceMinor: number | null
  /** Time at which its instructor decides whether it takes place; null without a minimum. */
  decideAt: number | null
}

/** Books the runs of a class. */
export function planRuns({ instructor, runs: plans }: DemoClass, timetable: Timetable, currency: string): DatedRun[] {
  return plans.map((plan) => {
    const sessions = timetable.book(instructor, plan).map((session) => ({ ...session, id: randomUUID() }))
    const startsAt = Math.min(...sessions.map((session) => session.startsAt))
    const ownPriceMinor = plan.price === undefined ? null : toDemoPrice(plan.price, currency)
    return { id: randomUUID(), plan, startsAt, sessions, ownPriceMinor, decideAt: findDecisionTime(plan, startsAt) }
  })
}

function findDecisionTime({ minimum, decideDays = 2 }: RunPlan, startsAt: number): number | null {
  return minimum === undefined ? null : startsAt - decideDays * DAY_MS
}

/** Builds the row of a run. */
export function toRunRow({ id, plan, startsAt, sessions, ownPriceMinor, decideAt }: DatedRun) {
  const { offered, enroll, minimum = null, lastMomentDays } = plan
  const endsAt = Math.max(...sessions.map((session) => session.endsAt))
  const lastMoment = lastMomentDays === undefined ? null : startsAt - lastMomentDays * DAY_MS
  const toClock = (at: number | null) => (at === null ? null : toClockTime(at, TIME_ZONE))
  return {
    ...(plan.at === 'online'
      ? { isOnline: true, link: `https://meet.example/lightwick/${id.slice(0, 8)}` }
      : toPlaceFields(plan.at)),
    id,
    seats: offered - enroll,
    enroll,
    offered,
    listPriceMinor: ownPriceMinor,
    timeZone: TIME_ZONE,
    startsAt,
    endsAt,
    lastMoment,
    minimum,
    decideAt,
    ...{ starts: toClock(startsAt), ends: toClock(endsAt), zoneRules: ZONE_RULES },
    ...{ lastMomentClock: toClock(lastMoment), decideClock: toClock(decideAt) },
  } satisfies Partial<typeof runs.$inferInsert>
}

/** A place indoors has no position, so that its sessions say nothing of the sun. */
function toPlaceFields(key: keyof typeof PLACES) {
  const { name, address, isOutdoors, latitude, longitude } = PLACES[key]
  const position = isOutdoors ? { latitude, longitude } : { latitude: null, longitude: null }
  return { placeName: name, placeAddress: address, ...position }
}
