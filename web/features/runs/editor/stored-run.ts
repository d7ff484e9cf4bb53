/** A stored run as a draft. */
import type { Run, Session } from '#contract/runs.ts'
import { toLocalTime } from '#contract/values/local-time.ts'
import {
  createKey,
  findEndDate,
  NO_TIME,
  type RunDraft,
  type SessionDraft,
  type TimesDraft,
  type Where,
} from './run-draft.ts'

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
