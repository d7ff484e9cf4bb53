/** Tasks of an instructor: dates without enough students, the next decision first, pictures without critique, and denied classes. */
import type { QueuedSubmission } from '#contract/critique.ts'
import type { InstructorFigures } from '#contract/figures.ts'
import type { ClassRuns } from '#contract/run-editing.ts'
import { formatCount } from '#contract/values/count.ts'
import { describeMinimum, describeStart } from '#web/features/runs/describe-run.ts'
import { sortRuns } from '#web/features/runs/sort-runs.ts'
import type { Step } from './step-list.tsx'

/** The submissions that wait for critique, the longest first. */
interface Queue {
  total: number
  rows: readonly Pick<QueuedSubmission, 'file'>[]
}

export function listInstructorSteps(
  classes: readonly ClassRuns[],
  { queue, ...figures }: Pick<InstructorFigures, 'denied' | 'denied_image'> & { queue?: Queue | undefined },
  now = Date.now(),
): Step[] {
  const decisions = sortRuns(classes, now).upcoming.flatMap(
    ({ run, className: title, classImage: image, isWithdrawn }): Step[] => {
      const minimum = describeMinimum(run, now)
      if (!minimum?.isUndecided || isWithdrawn) return []
      const text = `${describeStart(run)}: ${minimum.text}.`
      return [{ key: run._id, image, title, text, to: '/dashboard/dates', label: 'Decide' }]
    },
  )
  return [...decisions, ...listCritique(queue), ...listDenied(figures)]
}

/** The picture is the one that waits longest. */
function listCritique(queue: Queue | undefined): Step[] {
  if (!queue?.total) return []
  const file = queue.rows.find((row) => row.file !== null)?.file
  const text = `${formatCount(queue.total, 'submission waits', 'submissions wait')} for your critique.`
  return [
    { key: 'critique', ...(file && { image: `${file}/480` }), text, to: '/dashboard/critique', label: 'Critique' },
  ]
}

function listDenied({ denied, denied_image }: Pick<InstructorFigures, 'denied' | 'denied_image'>): Step[] {
  if (denied === 0) return []
  const text = `${formatCount(denied, 'class was', 'classes were')} denied. The feedback says what to change.`
  const image = denied_image ?? undefined
  return [{ key: 'denied', image, text, to: '/dashboard/my-class?status=deny', label: 'Read the feedback' }]
}
