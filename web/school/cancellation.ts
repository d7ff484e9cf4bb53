/** Returns until when a student may cancel by themselves. @param days after paying */
import { formatCount } from '#contract/values/count.ts'

export function describeCancellation(days: number): string {
  if (days === 0) return 'You cannot cancel this class yourself after you pay.'
  const period = `${formatCount(days, 'day')} of paying`
  return `Cancel within ${period}, and before the first session starts, to get the full amount back.`
}
