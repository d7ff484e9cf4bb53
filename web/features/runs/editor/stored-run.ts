/** A stored run as a draft. */
import type { Run, Session } from '#contract/runs.ts'
import type { ClockTimes } from '#contract/values/session-times.ts'
import { browserZone } from './browser-zone.ts'
import { createKey, findEndDate, type RunDraft, type SessionDraft, type TimesDraft, type Where } from './run-draft.ts'

/** Returns the draft of a stored run. An open run has no zone: its draft has the school's, of which its last moment is. */
export function toDraft(run: Run, schoolZone: string | null): RunDraft {
  const { place, online } = run
  const timeZone = run.time_zone ?? schoolZone ?? (run.last_moment_clock === null ? browserZone() : 'UTC')
  const toText = (value: number | null | undefined) => (value === null || value === undefined ? '' : `${value}`)
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
    lastMoment: run.last_moment_clock ?? '',
    minimum: toText(run.minimum),
    decideAt: run.decide_clock ?? '',
    sessions: run.sessions.map(toSessionDraft),
  }
}

/** Returns the draft of a copy: a new run with the same values, whose sessions are new. */
export function toCopy(run: Run, schoolZone: string | null): RunDraft {
  const draft = toDraft(run, schoolZone)
  const sessions = draft.sessions.map(({ times, rain }) => ({ key: createKey(), times, rain }))
  return { ...draft, seats: `${run.seats + run.enroll}`, sessions }
}

function toSessionDraft({ _id, starts, ends, rain_starts, rain_ends }: Session): SessionDraft {
  const hasRain = rain_starts !== null && rain_ends !== null
  const rain = hasRain ? toTimesDraft({ starts: rain_starts, ends: rain_ends }) : null
  return { _id, key: _id, times: toTimesDraft({ starts, ends }), rain }
}

function toTimesDraft({ starts, ends }: ClockTimes): TimesDraft {
  const [date = '', start = ''] = starts.split('T')
  const [endDate = '', end = ''] = ends.split('T')
  const draft = { date, start, end, endDate: '' }
  return { ...draft, endDate: findEndDate(draft) === endDate ? '' : endDate }
}
