/** Finds the session that a student attends next. */
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { Session } from '#contract/runs.ts'
import { findNextSession } from '#contract/values/session-times.ts'

export interface NextSession {
  enrolled: EnrolledClass
  session: Session
}

/** Returns the first session of all classes that has not ended and is not canceled; null if there is none. */
export function findNext(classes: readonly EnrolledClass[], now = Date.now()): NextSession | null {
  const coming = classes.flatMap((enrolled): NextSession[] => {
    const { sessions, canceled_at } = enrolled.run
    const session = canceled_at === undefined ? findNextSession(sessions, now) : null
    return session === null ? [] : [{ enrolled, session }]
  })
  return coming.sort((a, b) => a.session.starts_at - b.session.starts_at)[0] ?? null
}
