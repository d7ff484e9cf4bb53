/** Lists the sessions of a class for attendance. */
import type { Run, Session } from '#contract/runs.ts'
import { formatSession, hasDayBegun } from '#contract/values/session-times.ts'

export interface SessionOption {
  value: string
  label: string
  /** True if attendance can be recorded: from the day of the session on. */
  hasBegun: boolean
}

/** Returns the sessions of all runs in order of their start. */
export function listSessions(runs: readonly Run[], now = Date.now()): SessionOption[] {
  const sessions = runs.flatMap(({ sessions, time_zone }) => sessions.map((session) => ({ session, time_zone })))
  return sessions
    .sort((a, b) => a.session.starts_at - b.session.starts_at)
    .map(({ session, time_zone }) => toOption(session, time_zone, now))
}

/** Returns the session that is recorded most likely: the latest one that has begun, or the first. */
export function chooseSession(options: readonly SessionOption[]): SessionOption | undefined {
  return options.findLast(({ hasBegun }) => hasBegun) ?? options[0]
}

function toOption(session: Session, timeZone: string | null, now: number): SessionOption {
  return {
    value: session._id,
    label: formatSession(session, timeZone, { now }),
    hasBegun: hasDayBegun(session, now),
  }
}
