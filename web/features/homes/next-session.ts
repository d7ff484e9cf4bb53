/** Finds the session that comes next. */
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
