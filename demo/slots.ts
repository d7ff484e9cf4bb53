/** The times of day at which the demo's sessions take place. */
import { getTimes } from 'suncalc'
import { toInstant } from '../server/platform/zoned-time.ts'
import type { Span } from './bookings.ts'
import { type DemoPlace, TIME_ZONE } from './places.ts'

interface Slot {
  /** The weekdays on which a run begins: 0 for Sunday. */
  weekdays: readonly number[]
  /** Returns the times on a date such as `2027-05-04`. */
  getTimes: (date: string, place: DemoPlace) => Span
}

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

const [WORKDAYS, WEEKEND, SATURDAY, ANY_DAY] = [[1, 2, 3, 4], [6, 0], [6], [0, 1, 2, 3, 4, 5, 6]]

export const SLOTS = {
  evening: { weekdays: WORKDAYS, getTimes: fromClock('18:30', 150) },
  day: { weekdays: SATURDAY, getTimes: fromClock('10:00', 360) },
  noon: { weekdays: WEEKEND, getTimes: fromClock('11:00', 180) },
  afternoon: { weekdays: WEEKEND, getTimes: fromClock('15:00', 150) },
  dawn: { weekdays: ANY_DAY, getTimes: fromSun('sunrise', -45, 150) },
  dusk: { weekdays: ANY_DAY, getTimes: fromSun('sunset', -60, 150) },
  night: { weekdays: ANY_DAY, getTimes: fromSun('sunset', 60, 180) },
} as const satisfies Record<string, Slot>

export type SlotKey = keyof typeof SLOTS

/** Starts at a clock time of the demo's zone. */
function fromClock(clock: string, minutes: number): Slot['getTimes'] {
  return (date) => {
    const startsAt = toInstant(`${date}T${clock}`, TIME_ZONE)
    if (startsAt === null) throw new Error(`${date} has no ${clock} in ${TIME_ZONE}`)
    return { startsAt, endsAt: startsAt + minutes * MINUTE_MS }
  }
}

/** Starts some minutes after sunrise or sunset, at a quarter of an hour. */
function fromSun(event: 'sunrise' | 'sunset', after: number, minutes: number): Slot['getTimes'] {
  return (date, { latitude, longitude }) => {
    const time = getTimes(new Date(`${date}T12:00Z`), latitude, longitude)[event]
    if (!(time instanceof Date)) throw new Error(`${date} has no ${event}`)
    const startsAt = Math.round((time.getTime() + after * MINUTE_MS) / QUARTER_MS) * QUARTER_MS
    return { startsAt, endsAt: startsAt + minutes * MINUTE_MS }
  }
}
