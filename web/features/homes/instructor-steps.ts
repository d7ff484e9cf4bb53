/** Tasks of an instructor: dates without enough students, the next decision first, and classes that an admin has denied. */
import type { InstructorFigures } from '#contract/figures.ts'
import type { ClassRuns } from '#contract/run-editing.ts'
import { formatCount } from '#contract/values/count.ts'
import { describeMinimum, describeStart } from '#web/features/runs/describe-run.ts'
import { sortRuns } from '#web/features/runs/sort-runs.ts'
import type { Step } from './step-list.tsx'

export function listInstructorSteps(
  classes: readonly ClassRuns[],
  { denied }: Pick<InstructorFigures, 'denied'>,
  now = Date.now(),
): Step[] {
  const decisions = sortRuns(classes, now).upcoming.flatMap(({ run, className: about, isWithdrawn }): Step[] => {
    const minimum = describeMinimum(run, now)
    if (!minimum?.isUndecided || isWithdrawn) return []
    const text = `${about}, ${describeStart(run)}: ${minimum.text}.`
    return [{ key: run._id, text, to: '/dashboard/dates', label: 'Decide', about }]
  })
  if (denied === 0) return decisions
  const text = `${formatCount(denied, 'class was', 'classes were')} denied. The feedback says what to change.`
  return [...decisions, { key: 'denied', text, to: '/dashboard/my-class?status=deny', label: 'Read the feedback' }]
}
