/** Finds the instants of the clock times of a run, by the rules of the server. Programs may send instants instead. */
import { checkRun } from '#contract/run-rules.ts'
import type { NewRun, RunChange, Session, SessionInput } from '#contract/runs.ts'
import { AppError } from '#server/platform/app-error.ts'
import { findInstants, toClockTime } from '#server/platform/zoned-time.ts'

/** A run as its instructor enters it, with its price in the minor unit. */
export type RunInput = Omit<NewRun, 'price'> & { listPriceMinor: number | null }

/** Fields of a run to change; absent ones stay. */
export type RunInputChange = Omit<RunChange, 'price'> & { listPriceMinor?: number | null }

/** A session whose times are clock times and instants. */
export type PlannedSession = Omit<Session, '_id'> & Pick<SessionInput, '_id'>

/** A run whose times are clock times and instants. */
export interface PlannedRun extends Omit<RunInput, 'sessions' | 'last_moment_clock' | 'decide_clock'> {
  sessions: PlannedSession[]
  last_moment_clock: string | null
  decide_clock: string | null
}

/**
 * Returns a run with all its times. Of a clock time that happens twice it takes the first instant; where the stored run has the same
 * clock time, the stored one.
 * @param schoolZone the zone of the last moment of an open run, which has none
 * @throws AppError INVALID_INPUT, also for a clock time that does not exist
 */
export function planRun(input: RunInput, schoolZone: string | null, stored?: PlannedRun): PlannedRun {
  const toZone = (zone: string | null) => zone ?? schoolZone ?? 'UTC'
  const zone = toZone(input.time_zone)
  const current = stored && toZone(stored.time_zone) === zone ? stored : undefined
  const sessions = planSessions(input.sessions, zone, current?.sessions)
  const read = (field: 'last_moment' | 'decide_at', clockField: 'last_moment_clock' | 'decide_clock') =>
    readTime(
      { field: clockField, clock: input[clockField], at: input[field], zone },
      current?.[clockField],
      current?.[field],
    )
  const [lastMoment, decision] = [read('last_moment', 'last_moment_clock'), read('decide_at', 'decide_clock')]
  const run = {
    ...{ ...input, sessions },
    time_zone: input.sessions.length === 0 ? null : input.time_zone,
    ...{ last_moment: lastMoment?.at ?? null, decide_at: decision?.at ?? null, decide_clock: decision?.clock ?? null },
  }
  const [problem] = checkRun(run)
  if (problem) throw new AppError('INVALID_INPUT', `${problem.path.join('.')}: ${problem.message}`)
  return { ...run, last_moment_clock: lastMoment && toClockTime(lastMoment.at, toZone(run.time_zone)) }
}

/** Returns sessions with all their times. @throws AppError INVALID_INPUT */
export function planSessions(
  sessions: readonly SessionInput[],
  zone: string,
  stored: readonly PlannedSession[] = [],
): PlannedSession[] {
  return sessions.map((session, index) => {
    const current = stored.find(({ _id }) => _id === session._id)
    const read = (name: 'starts' | 'ends' | 'rain_starts' | 'rain_ends') => {
      const field = `sessions.${index}.${name}`
      const at = session[`${name}_at`]
      return readTime({ field, clock: session[name], at, zone }, current?.[name], current?.[`${name}_at`])
    }
    const [start, end, rainStart, rainEnd] = [read('starts'), read('ends'), read('rain_starts'), read('rain_ends')]
    if (!start) throw new AppError('INVALID_INPUT', `sessions.${index}.starts: is required`)
    if (!end) throw new AppError('INVALID_INPUT', `sessions.${index}.ends: is required`)
    return {
      ...(session._id === undefined ? {} : { _id: session._id }),
      ...{ starts: start.clock, ends: end.clock, starts_at: start.at, ends_at: end.at },
      ...{ rain_starts: rainStart?.clock ?? null, rain_starts_at: rainStart?.at ?? null },
      ...{ rain_ends: rainEnd?.clock ?? null, rain_ends_at: rainEnd?.at ?? null },
    }
  })
}

/** Merges a change into the stored run. An instant replaces the stored clock time of the same field. */
export function mergeChange(stored: PlannedRun, change: RunInputChange): RunInput {
  const { last_moment, last_moment_clock, decide_at, decide_clock, ...others } = change
  const sessions = stored.sessions.map(({ _id, starts, ends, rain_starts, rain_ends }) => ({
    ...{ _id, starts, ends, rain_starts, rain_ends },
  }))
  const merged: RunInput = { ...stored, last_moment: null, decide_at: null, sessions, ...others }
  if (last_moment !== undefined || last_moment_clock !== undefined)
    Object.assign(merged, { last_moment: last_moment ?? null, last_moment_clock })
  if (decide_at !== undefined || decide_clock !== undefined)
    Object.assign(merged, { decide_at: decide_at ?? null, decide_clock })
  return merged
}

interface TimeInput {
  /** The name of the clock time. */
  field: string
  clock: string | null | undefined
  at: number | null | undefined
  zone: string
}

/** The times that Date can have. checkRun bounds them further. */
const MAX_TIME = 8e15

function readTime(
  { field, clock, at, zone }: TimeInput,
  storedClock: string | null | undefined,
  storedAt: number | null | undefined,
): { clock: string; at: number } | null {
  if (typeof clock === 'string') {
    const isStored = clock === storedClock && typeof storedAt === 'number'
    return { clock, at: isStored ? storedAt : findInstant(field, clock, zone) }
  }
  if (typeof at !== 'number') return null
  if (Math.abs(at) > MAX_TIME) throw new AppError('INVALID_INPUT', `${field}: is not between the years 2000 and 2100`)
  return { clock: toClockTime(at, zone), at }
}

function findInstant(field: string, clock: string, zone: string): number {
  const instants = findInstants(clock, zone)
  if (instants?.kind === 'once') return instants.at
  if (instants?.kind === 'repeated') return instants.at[0]
  const message = `${clock.slice(11)} does not exist on this day: clocks in ${zone} go forward over it. Choose another time.`
  throw new AppError('INVALID_INPUT', `${field}: ${message}`)
}
