/** The date on which a class takes place next: on cards, on its page and on its share image. No zod. */
import { formatCount } from './values/count.ts'
import { findNextSession, formatClockTime, type SessionTimes } from './values/session-times.ts'

interface DatedRun {
  time_zone: string | null
  seats: number
  sessions: readonly SessionTimes[]
}

export interface NextDate<Run> {
  run: Run
  /** The start of the run's next session. */
  startsAt: number
  /** The same as a clock time of the run's zone. */
  starts: string
  /** Number of other active runs. */
  others: number
}

/**
 * Returns the next session of the run that a student would select: the earliest with a free seat, or the earliest if all are sold out.
 * Null if no run has dates.
 */
export function findNextDate<Run extends DatedRun>(runs: readonly Run[], now = Date.now()): NextDate<Run> | null {
  const dated = runs.flatMap((run) => {
    const session = findNextSession(run.sessions, now)
    return session ? [{ run, startsAt: session.starts_at, starts: session.starts }] : []
  })
  dated.sort((a, b) => a.startsAt - b.startsAt)
  const next = dated.find(({ run }) => run.seats > 0) ?? dated[0]
  return next ? { ...next, others: dated.length - 1 } : null
}

/** `Tue, May 4, 18:00 and 2 more dates`; null if no run has dates. The class's page names the zone. */
export function describeNextDate(runs: readonly DatedRun[], now: number): string | null {
  const next = findNextDate(runs, now)
  if (next === null) return null
  const { run, starts, others } = next
  const start = formatClockTime(starts, run.time_zone, { now, withZone: false })
  if (others === 0) return start
  return `${start} and ${formatCount(others, 'more date')}`
}
