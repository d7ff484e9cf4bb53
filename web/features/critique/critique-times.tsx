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

function summarize({ target_hours, first_critiques, in_time, median_hours, overdue }: Times): string {
  const sentences = [`First critique within ${formatWait(target_hours * HOUR_MS)}.`]
  if (median_hours !== null)
    sentences.push(
      `In the last 30 days: ${in_time} of ${first_critiques} in time, half of them within ${formatWait(median_hours * HOUR_MS)}.`,
    )
  if (overdue > 0) sentences.push(`${formatCount(overdue, 'submission')} ${overdue === 1 ? 'waits' : 'wait'} longer.`)
  return sentences.join(' ')
}
