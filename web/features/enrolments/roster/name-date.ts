import type { Run } from '#contract/runs.ts'
import { findNextSession } from '#contract/values/session-times.ts'
import { nameRun } from '#web/features/enrolments/date-choice.tsx'

/** Returns the start of the next session of a date among others, with its place where they have several. */
export function nameDate(run: Run, dates: readonly Run[], now = Date.now()): string {
  const places = new Set(dates.map(({ place }) => place?.name))
  return nameRun({
    ...run,
    starts: findNextSession(run.sessions, now)?.starts ?? run.starts,
    place: places.size > 1 ? run.place : null,
  })
}
