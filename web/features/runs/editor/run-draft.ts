/** The draft of a run in its form: the typed texts, with times as clock times of the run's zone. */
import { addDays } from '#contract/values/clock-time.ts'
import { readClock } from '#web/ui/text/read-clock.ts'

/** The start and the end of a session. */
export interface TimesDraft {
  /** `2027-05-04`, the day of the start. */
  date: string
  /** `18:00`, or what is being typed. */
  start: string
  end: string
  /** The day of the end, where it does not follow from the clock times. */
  endDate: string
}

export interface SessionDraft {
  /** Absent for a session that is not stored yet. */
  _id?: string
  /** Identifies the row. */
  key: string
  times: TimesDraft
  rain: TimesDraft | null
}

export const WHERES = ['place', 'online', 'undecided'] as const
export type Where = (typeof WHERES)[number]

export interface RunDraft {
  timeZone: string
  where: Where
  placeName: string
  address: string
  latitude: string
  longitude: string
  link: string
  seats: string
  /** Empty for the price of the class. */
  price: string
  /** `2027-05-04T18:00`, whose parts may be missing; empty for none. */
  lastMoment: string
  minimum: string
  decideAt: string
  sessions: SessionDraft[]
}

export const EMPTY_TIMES: TimesDraft = { date: '', start: '', end: '', endDate: '' }

/** Rows of a stored draft have the keys of an earlier page. */
let lastRow = Date.now()
/** Returns the key of a new row. */
export const createKey = (): string => `new-${++lastRow}`

/** Returns the draft of a new run with one empty session. */
export function createDraft(timeZone: string): RunDraft {
  return {
    ...{ timeZone, where: 'place', placeName: '', address: '', latitude: '', longitude: '', link: '' },
    ...{ seats: '', price: '', minimum: '', lastMoment: '', decideAt: '' },
    sessions: [{ key: createKey(), times: EMPTY_TIMES, rain: null }],
  }
}

const LONGEST_NIGHT_MINUTES = 12 * 60

/**
 * Returns the day on which a session ends. An end before the start is on the next day, if the session is then at most 12 hours long:
 * 22:00 to 02:00 is a night, but 18:00 to 16:00 is a mistake.
 */
export function findEndDate({ date, start, end, endDate }: TimesDraft): string {
  if (endDate) return endDate
  const minutes = toMinutes(end) - toMinutes(start)
  return date && minutes < 0 && minutes + 24 * 60 <= LONGEST_NIGHT_MINUTES ? addDays(date, 1) : date
}

function toMinutes(text: string): number {
  const [hours = 0, minutes = 0] = (readClock(text) ?? '').split(':').map(Number)
  return hours * 60 + minutes
}
