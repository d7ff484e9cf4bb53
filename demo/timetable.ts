/** Turns the plans of runs into dates around the day of the first start. No instructor and no place is booked twice. */
import { addDays } from '../contract/values/clock-time.ts'
import { toClockTime } from '../server/platform/zoned-time.ts'
import { Bookings, type Span } from './bookings.ts'
import type { InstructorKey } from './instructors.ts'
import { PLACES, TIME_ZONE } from './places.ts'
import type { RunPlan } from './runs.ts'
import { SLOTS } from './slots.ts'

/** Times in milliseconds UTC. Outdoors, a rain date takes the place of a session. */
export interface DemoSession extends Span {
  rainStartsAt: number | null
  rainEndsAt: number | null
}

/** Days after the planned day on which a run may begin instead, where its instructor or its place is booked. */
const MAX_DELAY_DAYS = 60

export class Timetable {
  readonly #today: string
  readonly #bookings = new Bookings()

  /** @param firstStart milliseconds UTC */
  constructor(firstStart: number) {
    this.#today = toClockTime(firstStart, TIME_ZONE).slice(0, 10)
  }

  /** Books a run on the first day from the planned one on that is free. Returns its sessions in order of their start. */
  book(instructor: InstructorKey, plan: RunPlan): DemoSession[] {
    const keys = [instructor, ...(plan.at === 'online' ? [] : [plan.at])]
    const { weekdays } = SLOTS[plan.slot]
    for (let delay = 0; delay <= MAX_DELAY_DAYS; delay++) {
      const first = addDays(this.#today, plan.inDays + delay)
      const sessions = listSessions(plan, first)
      const spans = sessions.flatMap(listSpans)
      if (!weekdays.some((day) => day === getWeekday(first)) || !this.#bookings.isFree(keys, spans)) continue
      this.#bookings.book(keys, spans)
      return sessions
    }
    throw new Error(`${instructor} has no free day for a run at ${plan.at}`)
  }
}

/** Returns the times that a session may take, its rain date included. */
export function listSpans({ startsAt, endsAt, rainStartsAt, rainEndsAt }: DemoSession): Span[] {
  const rain = rainStartsAt === null || rainEndsAt === null ? [] : [{ startsAt: rainStartsAt, endsAt: rainEndsAt }]
  return [{ startsAt, endsAt }, ...rain]
}

/** Returns the sessions of a run that begins on a date. */
function listSessions({ slot, at, sessions = 1, every = 7 }: RunPlan, first: string): DemoSession[] {
  const place = PLACES[at === 'online' ? 'studio' : at]
  const getTimes = (date: string) => SLOTS[slot].getTimes(date, place)
  const hasRainDate = at !== 'online' && place.isOutdoors && every > 1
  return Array.from({ length: sessions }, (_, index) => {
    const date = addDays(first, index * every)
    const rain = hasRainDate ? getTimes(addDays(date, 1)) : null
    return { ...getTimes(date), rainStartsAt: rain?.startsAt ?? null, rainEndsAt: rain?.endsAt ?? null }
  })
}

const getWeekday = (date: string) => new Date(`${date}T00:00Z`).getUTCDay()
