/** The draft of a run in its form: the typed texts, with times as local times of the run's zone. */
import type { NewRun, Run, Session } from '#contract/runs.ts'
import { addDays, type LocalTime, toLocalTime } from '#contract/values/local-time.ts'

/** The start and the end of a session. */
export interface TimesDraft {
  /** `2027-05-04`, the day of the start. */
  date: string
  /** `18:00` */
  start: string
  end: string
  /** The day of the end, where it does not follow from the clock times. */
  endDate: string
  /** Whether the second of two equal local times is meant, after clocks have gone back. */
  isSecondStart: boolean
  isSecondEnd: boolean
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
  lastMoment: LocalTime
  minimum: string
  decideAt: LocalTime
  sessions: SessionDraft[]
}

const NO_TIME: LocalTime = { text: '', isSecond: false }
export const EMPTY_TIMES: TimesDraft = {
  ...{ date: '', start: '', end: '', endDate: '' },
  ...{ isSecondStart: false, isSecondEnd: false },
}

let lastRow = 0
/** Returns the key of a new row. */
export const createKey = (): string => `new-${++lastRow}`

/** Returns the draft of a new run with one empty session. */
export function createDraft(timeZone: string): RunDraft {
  return {
    ...{ timeZone, where: 'place', placeName: '', address: '', latitude: '', longitude: '', link: '' },
    ...{ seats: '', price: '', minimum: '', lastMoment: NO_TIME, decideAt: NO_TIME },
    sessions: [{ key: createKey(), times: EMPTY_TIMES, rain: null }],
  }
}

/** Returns the draft of a stored run. An open run has no zone: its draft has the zone of the browser. */
export function toDraft(run: Run, browserZone: string): RunDraft {
  const { place, online } = run
  const timeZone = run.time_zone ?? browserZone
  const toText = (value: number | null | undefined) => (value === null || value === undefined ? '' : `${value}`)
  const toMoment = (at: number | null | undefined) => (typeof at === 'number' ? toLocalTime(at, timeZone) : NO_TIME)
  const where: Where = place ? 'place' : 'undecided'
  return {
    timeZone,
    where: online ? 'online' : where,
    placeName: place?.name ?? '',
    address: place?.address ?? '',
    latitude: toText(place?.latitude),
    longitude: toText(place?.longitude),
    link: run.link ?? '',
    seats: `${run.seats}`,
    price: toText(run.own_price),
    lastMoment: toMoment(run.last_moment),
    minimum: toText(run.minimum),
    decideAt: toMoment(run.decide_at),
    sessions: run.sessions.map((session) => toSessionDraft(session, timeZone)),
  }
}

/** Returns the draft of a copy: a new run with the same values, whose sessions are new. */
export function toCopy(run: Run, browserZone: string): RunDraft {
  const draft = toDraft(run, browserZone)
  const sessions = draft.sessions.map(({ times, rain }) => ({ key: createKey(), times, rain }))
  return { ...draft, seats: `${run.seats + run.enroll}`, sessions }
}

function toSessionDraft(session: Session, timeZone: string): SessionDraft {
  const { _id, starts_at, ends_at, rain_starts_at, rain_ends_at } = session
  const hasRain = rain_starts_at !== null && rain_ends_at !== null
  const times = toTimesDraft(starts_at, ends_at, timeZone)
  return { _id, key: _id, times, rain: hasRain ? toTimesDraft(rain_starts_at, rain_ends_at, timeZone) : null }
}

function toTimesDraft(startsAt: number, endsAt: number, timeZone: string): TimesDraft {
  const [start, end] = [toLocalTime(startsAt, timeZone), toLocalTime(endsAt, timeZone)]
  const [date = '', startTime = ''] = start.text.split('T')
  const [endDate = '', endTime = ''] = end.text.split('T')
  const draft = { date, start: startTime, end: endTime, endDate: '' }
  const seconds = { isSecondStart: start.isSecond, isSecondEnd: end.isSecond }
  return { ...draft, endDate: findEndDate(draft) === endDate ? '' : endDate, ...seconds }
}

const LONGEST_NIGHT_MINUTES = 12 * 60

/**
 * Returns the day on which a session ends. An end before the start is on the next day, if the session is then at most 12 hours long:
 * 22:00 to 02:00 is a night, but 18:00 to 16:00 is a mistake.
 */
export function findEndDate({ date, start, end, endDate }: Omit<TimesDraft, 'isSecondStart' | 'isSecondEnd'>): string {
  if (endDate) return endDate
  const minutes = toMinutes(end) - toMinutes(start)
  return date && minutes < 0 && minutes + 24 * 60 <= LONGEST_NIGHT_MINUTES ? addDays(date, 1) : date
}

function toMinutes(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns a stored run in the shape of a new one. */
export function toInput(run: Run): NewRun {
  const sessions = run.sessions.map(({ _id, starts_at, ends_at, rain_starts_at, rain_ends_at }) => ({
    ...{ _id, starts_at, ends_at, rain_starts_at, rain_ends_at },
  }))
  return {
    time_zone: run.time_zone,
    place: run.place,
    online: run.online,
    link: run.link ?? null,
    seats: run.seats,
    price: run.own_price ?? null,
    last_moment: run.last_moment,
    minimum: run.minimum ?? null,
    decide_at: run.decide_at ?? null,
    sessions,
  }
}
