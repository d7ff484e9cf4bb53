/** Which session comes next, and the order that this gives. */
import type { Run, Session } from '#contract/runs.ts'
import { findNextSession } from '#contract/values/session-times.ts'

export interface NextSession<T> {
  entry: T
  session: Session
}

/** Returns the first session of all runs that has not ended and is not canceled; null if there is none. */
export function findNext<T extends { run: Pick<Run, 'sessions' | 'canceled_at'> }>(
  entries: readonly T[],
  now = Date.now(),
): NextSession<T> | null {
  const coming = entries.flatMap((entry): NextSession<T>[] => {
    const { sessions, canceled_at } = entry.run
    const session = canceled_at === undefined ? findNextSession(sessions, now) : null
    return session === null ? [] : [{ entry, session }]
  })
  return coming.sort((a, b) => a.session.starts_at - b.session.starts_at)[0] ?? null
}

/** Sorts the classes of a student: those to come, the next one first, then those without dates, then those that are over, the latest first. */
export function sortByNext<T extends { run: Pick<Run, 'sessions' | 'canceled_at' | 'ends_at'> }>(
  entries: readonly T[],
  now = Date.now(),
): T[] {
  const place = (entry: T): [group: number, at: number] => {
    const next = findNext([entry], now)
    if (next) return [0, next.session.starts_at]
    return entry.run.sessions.length === 0 ? [1, 0] : [2, -(entry.run.ends_at ?? 0)]
  }
  return entries.toSorted((one, other) => {
    const [[group, at], [otherGroup, otherAt]] = [place(one), place(other)]
    return group - otherGroup || at - otherAt
  })
}
