/** Builds the contract's `Session` from rows that are read as JSON, with the columns' names in SQL. */
import type { Session } from '#contract/runs.ts'
import { readClock } from '#server/platform/zoned-time.ts'

export interface SessionJson {
  id: string
  starts_at: number
  ends_at: number
  rain_starts_at: number | null
  rain_ends_at: number | null
  starts: string | null
  ends: string | null
  rain_starts: string | null
  rain_ends: string | null
}

/** Builds the sessions of a run, in order of their start. */
export function listSessions(run: { time_zone: string | null; sessions: readonly SessionJson[] }): Session[] {
  return run.sessions.map((session) => toSession(session, run))
}

function toSession(session: SessionJson, run: { time_zone: string | null }): Session {
  const { id, starts_at, ends_at, rain_starts_at, rain_ends_at } = session
  return {
    ...{ _id: id, starts_at, ends_at, rain_starts_at, rain_ends_at },
    starts: readClock(session.starts, starts_at, run.time_zone),
    ends: readClock(session.ends, ends_at, run.time_zone),
    rain_starts: readClock(session.rain_starts, rain_starts_at, run.time_zone),
    rain_ends: readClock(session.rain_ends, rain_ends_at, run.time_zone),
  }
}
