/**
 * Finds the instants of a run again. Clock times are what a school means: where the rules of time zones have changed since its instants
 * were found, those of what is still ahead move.
 */
import { toClockTime, toInstant, toNearestInstant } from '#server/platform/zoned-time.ts'
import { type SessionRow, ZONE_RULES } from './clock-times.ts'
import type { RunRow } from './runs.table.ts'

/** A session as it is stored, and by present rules. */
interface DerivedSession {
  before: SessionRow
  after: SessionRow
}

export interface DerivedRun {
  run: RunRow
  /** The run by present rules. */
  after: RunRow
  sessions: DerivedSession[]
  /** True if an instant has changed. */
  isMoved: boolean
}

/** Returns a run by present rules. What is over keeps its instants. */
export function derive(
  { run, sessions }: { run: RunRow; sessions: readonly SessionRow[] },
  now = Date.now(),
): DerivedRun {
  const isKept = run.canceledAt !== null || (run.endsAt !== null && run.endsAt <= now)
  const zone = run.timeZone ?? 'UTC'
  const derived = sessions.map((before) => ({
    before,
    after: deriveSession(before, zone, isKept || before.endsAt <= now),
  }))
  const all = derived.map(({ after }) => after)
  const first = all.toSorted((a, b) => a.startsAt - b.startsAt)[0]
  const last = all.toSorted((a, b) => b.endsAt - a.endsAt)[0]
  const [lastMoment, decision] = [
    findTime(run.lastMomentClock, run.lastMoment, zone, isKept),
    findTime(run.decideClock, run.decideAt, zone, isKept),
  ]
  const after = {
    ...run,
    ...(first && last && { startsAt: first.startsAt, starts: first.starts, endsAt: last.endsAt, ends: last.ends }),
    ...{ lastMoment: lastMoment.at, lastMomentClock: lastMoment.clock },
    ...{ decideAt: decision.at, decideClock: decision.clock },
    zoneRules: ZONE_RULES,
  }
  const isMoved = derived.some(hasMoved) || after.lastMoment !== run.lastMoment || after.decideAt !== run.decideAt
  return { run, after, sessions: derived, isMoved }
}

export function hasMoved({ before, after }: DerivedSession): boolean {
  const fields = ['startsAt', 'endsAt', 'rainStartsAt', 'rainEndsAt'] as const
  return fields.some((field) => before[field] !== after[field])
}

/** Returns whether clocks skip a stored time of a session by present rules. */
export function isSkipped({ starts, ends }: SessionRow, { timeZone }: RunRow): boolean {
  return [starts, ends].some((clock) => clock !== null && toInstant(clock, timeZone ?? 'UTC') === null)
}

function deriveSession(session: SessionRow, zone: string, isKept: boolean): SessionRow {
  const [start, end] = [
    findTime(session.starts, session.startsAt, zone, isKept),
    findTime(session.ends, session.endsAt, zone, isKept),
  ]
  const [rainStart, rainEnd] = [
    findTime(session.rainStarts, session.rainStartsAt, zone, isKept),
    findTime(session.rainEnds, session.rainEndsAt, zone, isKept),
  ]
  const clocks = { starts: start.clock, ends: end.clock, rainStarts: rainStart.clock, rainEnds: rainEnd.clock }
  const next = { ...session, ...clocks, zoneRules: ZONE_RULES }
  const isInOrder = end.at > start.at && (rainStart.at === null || rainEnd.at === null || rainEnd.at > rainStart.at)
  // A session that would have no length, because clocks skip it, keeps its instants.
  if (!isInOrder) return next
  return { ...next, startsAt: start.at, endsAt: end.at, rainStartsAt: rainStart.at, rainEndsAt: rainEnd.at }
}

/** Returns a clock time with its instant: the stored one, as long as clocks show that time then. */
function findTime<At extends number | null>(clock: string | null, at: At, zone: string, isKept: boolean) {
  if (at === null) return { clock: null, at }
  const shown = toClockTime(at, zone)
  if (clock === null) return { clock: shown, at }
  return { clock, at: isKept || shown === clock ? at : (toNearestInstant(clock, zone) as At) }
}
