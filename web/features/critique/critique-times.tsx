import type { CritiqueTimes as Times } from '#contract/critique.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatWait } from './format-wait.ts'
import { useCritiqueTimes } from './submission.query.ts'

/** Response times of first critiques, beside the school's target. */
export function CritiqueTimes() {
  const { data } = useCritiqueTimes()
  // Reserves its line, so that the list does not move.
  return <p className="mb-6 min-h-6 text-soft">{data && summarize(data)}</p>
}

const HOUR_MS = 3_600_000

/** Returns the school's target, and how its critiques of the last 30 days compare with it. */
export function summarize({ target_hours, first_critiques, in_time, median_hours, overdue }: Times): string {
  const sentences = [`First critique within ${formatWait(target_hours * HOUR_MS)}.`]
  if (median_hours !== null)
    sentences.push(
      `In the last 30 days: ${describeRecent(first_critiques, in_time, formatWait(median_hours * HOUR_MS))}.`,
    )
  if (overdue > 0) sentences.push(`${formatCount(overdue, 'submission')} ${overdue === 1 ? 'waits' : 'wait'} longer.`)
  return sentences.join(' ')
}

function describeRecent(count: number, inTime: number, median: string): string {
  if (count === 1) return `1 critique, ${inTime === 1 ? 'in time' : 'late'}, after ${median}`
  return `${inTime} of ${count} in time, half of them within ${median}`
}
