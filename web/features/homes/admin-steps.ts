/** Tasks of an admin: dates that lack students. Classes to review are a list of their own. */
import type { AdminFigures } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import type { Step } from './step-list.tsx'

/** The most dates that are named. */
const MAX_DATES = 5

export function listAdminSteps({ undecided }: Pick<AdminFigures, 'undecided'>): Step[] {
  return undecided.slice(0, MAX_DATES).map((run): Step => {
    const { _id: key, classId, className: about, starts, time_zone, enroll, minimum } = run
    const when = formatClockTime(starts, time_zone, { now: 'always', withZone: false })
    const text = `${about}, ${when}: ${enroll} of ${formatCount(minimum, 'student')} needed.`
    return { key, text, to: `/dashboard/dates/${classId}`, label: 'Dates', about }
  })
}
