/** Tasks of an admin: classes to review, and dates that lack students. */
import type { AdminFigures } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import type { Step } from './step-list.tsx'

/** The most dates that are named. */
const MAX_DATES = 5

export function listAdminSteps({ waiting, undecided }: Pick<AdminFigures, 'waiting' | 'undecided'>): Step[] {
  const dates = undecided.slice(0, MAX_DATES).map((run): Step => {
    const { _id: key, classId, className: about, starts, time_zone, enroll, minimum } = run
    const when = formatClockTime(starts, time_zone, { now: 'always', withZone: false })
    const text = `${about}, ${when}: ${enroll} of ${formatCount(minimum, 'student')} needed.`
    return { key, text, to: `/dashboard/dates/${classId}`, label: 'Dates', about }
  })
  const { total } = waiting
  if (total === 0) return dates
  const text = `${formatCount(total, 'class waits', 'classes wait')} for approval.`
  return [{ key: 'classes', text, to: '/dashboard/manage-class?status=pending', label: 'Review' }, ...dates]
}
