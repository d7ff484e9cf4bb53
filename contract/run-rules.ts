/** Rules of a run, shared by form and server. */

interface SessionTimes {
  starts_at: number
  ends_at: number
  rain_starts_at: number | null
  rain_ends_at: number | null
}

interface RunTimes {
  time_zone: string | null
  place: { latitude: number | null; longitude: number | null } | null
  online: boolean
  link: string | null
  last_moment: number | null
  minimum: number | null
  decide_at: number | null
  sessions: readonly SessionTimes[]
}

type RainTime = 'rain_starts_at' | 'rain_ends_at'

export interface RunProblem {
  /** The field; for a problem of one session its index, and for one of its rain date the time that is wrong. */
  path: [keyof RunTimes] | ['sessions', number] | ['sessions', number, RainTime]
  message: string
}

const DAY_MS = 24 * 60 * 60_000
/** The years in which sessions take place. */
const FIRST_TIME = Date.UTC(2000, 0)
const LAST_TIME = Date.UTC(2100, 0)
const MAX_SESSION_DAYS = 31

/** Returns what is wrong with a run, at most one problem for each field. */
export function checkRun(run: RunTimes): RunProblem[] {
  const problem = checkSessions(run.sessions)
  const problems = [
    { field: 'time_zone', message: run.sessions.length > 0 && !run.time_zone ? 'time zone is required' : null },
    { field: 'place', message: checkPlace(run) },
    { field: 'link', message: run.link !== null && !run.online ? 'only an online run has a link' : null },
    { field: 'last_moment', message: checkLastMoment(run) },
    { field: 'minimum', message: run.minimum === null && run.decide_at !== null ? 'minimum is required' : null },
    { field: 'decide_at', message: checkDecision(run) },
  ] as const
  return [
    ...(problem === null ? [] : [problem]),
    ...problems.flatMap(({ field, message }): RunProblem[] => (message === null ? [] : [{ path: [field], message }])),
  ]
}

/** Returns when the minimum is decided on: two days before the start, unless the run says otherwise. */
export function getDecisionTime({
  minimum,
  decide_at,
  sessions,
}: Pick<RunTimes, 'minimum' | 'decide_at' | 'sessions'>) {
  const { starts_at } = getSpan(sessions)
  if (minimum === null || starts_at === null) return null
  return decide_at ?? starts_at - 2 * DAY_MS
}

/** Returns the start of the first and the end of the last session, both null without sessions. */
export function getSpan(sessions: readonly Pick<SessionTimes, 'starts_at' | 'ends_at'>[]) {
  if (sessions.length === 0) return { starts_at: null, ends_at: null }
  return {
    starts_at: Math.min(...sessions.map((session) => session.starts_at)),
    ends_at: Math.max(...sessions.map((session) => session.ends_at)),
  }
}

function checkSessions(sessions: readonly SessionTimes[]): RunProblem | null {
  for (const [index, session] of sessions.entries()) {
    const problem = checkTimes(session.starts_at, session.ends_at)
    if (problem) return { path: ['sessions', index], message: `Session ${index + 1} ${problem}` }
    const rain = checkRain(session)
    if (rain)
      return { path: ['sessions', index, rain.time], message: `Session ${index + 1} has a rain date ${rain.problem}` }
  }
  const sorted = sessions.map((session, index) => ({ ...session, index })).sort((a, b) => a.starts_at - b.starts_at)
  for (const [at, session] of sorted.entries()) {
    const previous = sorted[at - 1]
    if (!previous || previous.ends_at <= session.starts_at) continue
    const [first = 0, second = 0] = [previous.index, session.index].sort((a, b) => a - b)
    return { path: ['sessions', second], message: `Sessions ${first + 1} and ${second + 1} overlap` }
  }
  return null
}

function checkTimes(starts: number, ends: number): string | null {
  if (starts < FIRST_TIME || ends > LAST_TIME) return 'is not between the years 2000 and 2100'
  if (ends <= starts) return 'ends before it starts'
  return ends - starts > MAX_SESSION_DAYS * DAY_MS ? `is longer than ${MAX_SESSION_DAYS} days` : null
}

function checkRain(session: SessionTimes): { time: RainTime; problem: string } | null {
  const { ends_at, rain_starts_at, rain_ends_at } = session
  if (rain_starts_at === null || rain_ends_at === null) {
    if (rain_starts_at === rain_ends_at) return null
    return { time: rain_ends_at === null ? 'rain_ends_at' : 'rain_starts_at', problem: 'without start or end' }
  }
  const problem = checkTimes(rain_starts_at, rain_ends_at)
  if (problem) return { time: 'rain_ends_at', problem: `that ${problem}` }
  return rain_starts_at < ends_at ? { time: 'rain_starts_at', problem: 'before its end' } : null
}

function checkPlace({ place, online }: RunTimes): string | null {
  if (place === null) return null
  if (online) return 'an online run has no place'
  return (place.latitude === null) === (place.longitude === null) ? null : 'latitude and longitude belong together'
}

function checkLastMoment({ last_moment, sessions }: RunTimes): string | null {
  if (last_moment === null) return null
  if (last_moment < FIRST_TIME || last_moment > LAST_TIME) return 'last moment is not between the years 2000 and 2100'
  const { ends_at } = getSpan(sessions)
  return ends_at !== null && last_moment > ends_at ? 'last moment to enroll is after the end' : null
}

function checkDecision({ minimum, decide_at, sessions }: RunTimes): string | null {
  const { starts_at } = getSpan(sessions)
  if (minimum === null || starts_at === null) return minimum === null ? null : 'a minimum needs sessions'
  return decide_at !== null && decide_at >= starts_at ? 'decision date is after the start' : null
}
