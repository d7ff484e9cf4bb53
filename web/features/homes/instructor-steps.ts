/** Tasks of an instructor: dates without enough students, the next decision first, pictures without critique, and denied classes. */
import type { InstructorFigures } from '#contract/figures.ts'
import type { ClassRuns } from '#contract/run-editing.ts'
import { formatCount } from '#contract/values/count.ts'
import { describeMinimum, describeStart } from '#web/features/runs/describe-run.ts'
import { sortRuns } from '#web/features/runs/sort-runs.ts'
import type { Step } from './step-list.tsx'

export function listInstructorSteps(
  classes: readonly ClassRuns[],
  { denied, submissions = 0 }: Pick<InstructorFigures, 'denied'> & { submissions?: number | undefined },
  now = Date.now(),
): Step[] {
  const decisions = sortRuns(classes, now).upcoming.flatMap(({ run, className: title, isWithdrawn }): Step[] => {
    const minimum = describeMinimum(run, now)
    if (!minimum?.isUndecided || isWithdrawn) return []
    const text = `${describeStart(run)}: ${minimum.text}.`
    return [{ key: run._id, title, text, to: '/dashboard/dates', label: 'Decide' }]
  })
  return [...decisions, ...listCritique(submissions), ...listDenied(denied)]
}

function listCritique(submissions: number): Step[] {
  if (submissions === 0) return []
  const text = `${formatCount(submissions, 'submission waits', 'submissions wait')} for your critique.`
  return [{ key: 'critique', text, to: '/dashboard/critique', label: 'Critique' }]
}

function listDenied(denied: number): Step[] {
  if (denied === 0) return []
  const text = `${formatCount(denied, 'class was', 'classes were')} denied. The feedback says what to change.`
  return [{ key: 'denied', text, to: '/dashboard/my-class?status=deny', label: 'Read the feedback' }]
}
