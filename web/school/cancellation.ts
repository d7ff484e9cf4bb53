/** Returns until when a student may cancel by themselves. @param days after paying */
export function describeCancellation(days: number): string {
  if (days === 0) return 'You cannot cancel this class yourself after you pay.'
  return `Cancel within ${days} ${days === 1 ? 'day' : 'days'} of paying to get the full amount back.`
}
