/** Reasons that a selected class cannot be paid, in words. */
import type { CartDate, CartItem, CartProblem } from '#contract/cart.ts'
import { formatPrice } from '#contract/values/format-price.ts'
import { formatClockTime } from '#contract/values/session-times.ts'

const MESSAGES: Record<CartProblem, string> = {
  unavailable: 'This class is no longer offered.',
  enrolled: 'You are already enrolled in this class.',
  canceled: 'This date is canceled.',
  over: 'This date is over.',
  closed: 'You can no longer enroll in this date.',
  sold_out: 'This date is sold out.',
  dearer: 'The price has risen since you selected it.',
}

const NO_DATE_MESSAGES: Partial<Record<CartProblem, string>> = {
  canceled: 'You can no longer enroll in this class without a date.',
  closed: 'You can no longer enroll in this class without a date.',
  sold_out: 'This class is sold out.',
}

/** Returns null for an item without a problem. */
export function describeProblem({ problem, starts_at }: Pick<CartItem, 'problem' | 'starts_at'>): string | null {
  if (problem === null) return null
  return (starts_at === null && NO_DATE_MESSAGES[problem]) || MESSAGES[problem]
}

/** Returns what the student can do about a problem. */
export function describeNextStep({ problem, dates }: Pick<CartItem, 'problem' | 'dates'>): string | null {
  if (dates.length > 0) return problem === 'dearer' ? 'Accept it, or choose another date.' : 'Choose another date.'
  if (problem === 'dearer') return 'Accept it to pay.'
  return problem === 'unavailable' || problem === 'enrolled' ? null : 'No other date has free seats.'
}

/** `Sat, Mar 7, 10:00 (Europe/Oslo), $149.50` */
export function describeDate({ starts, time_zone, price }: CartDate, decimals: number, sign: string): string {
  const start = starts === null ? 'Without a fixed date' : formatClockTime(starts, time_zone)
  return `${start}, ${formatPrice(price, decimals, sign)}`
}
