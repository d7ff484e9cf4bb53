/** Writes cancellation terms and what comes back by them, for screens and e-mails. No zod, so that pages may import it. */
import type { Quote } from './quote.ts'
import type { NewTerms, TermsStep } from './terms.ts'
import { formatCount } from './values/count.ts'

/** Returns an amount as people read it: `$49.99`. */
type Format = (amount: number) => string

/** `7 days before the start`, `36 hours before the start`, `the start` */
export function describeDeadline(hours: number): string {
  if (hours === 0) return 'the start'
  const span = hours % 24 === 0 ? formatCount(hours / 24, 'day') : formatCount(hours, 'hour')
  return `${span} before the start`
}

type WordedTerms = Pick<NewTerms, 'free_days' | 'steps' | 'minimum_fee' | 'resale' | 'resale_fee'>

/** Returns terms in sentences, without dates. @param format of amounts in the major unit */
export function describeTerms({ free_days, steps, minimum_fee, ...resold }: WordedTerms, format: Format): string[] {
  const ordered = steps.toSorted((a, b) => b.hours_before - a.hours_before)
  const free = `Cancel within ${formatCount(free_days, 'day')} of paying, and before the first session starts, to get the full amount back.`
  const minimum = `After the first days, we keep at least ${format(minimum_fee)}.`
  const last = ordered.at(-1)
  return [
    ...(free_days > 0 ? [free] : []),
    ...ordered.map((step) => `Until ${describeDeadline(step.hours_before)}: ${describeStep(step, format)}.`),
    ...(minimum_fee > 0 && last ? [free_days > 0 ? minimum : `We keep at least ${format(minimum_fee)}.`] : []),
    ...(last && last.hours_before === 0 ? [] : [describeRest(free_days, steps.length)]),
    ...describeResale(resold, format),
  ]
}

/** Returns the sentence about a seat that is sold again; none where the terms have none. */
export function describeResale({ resale, resale_fee: fee }: Pick<NewTerms, 'resale' | 'resale_fee'>, format: Format) {
  if (resale === 'none') return []
  const back = resale === 'less_fee' && fee > 0 ? `what you paid, less ${format(fee)}` : 'the full amount'
  return [`If we can sell your seat again, we return ${back}. Offer it in Payment History.`]
}

function describeRest(freeDays: number, steps: number): string {
  return freeDays + steps === 0 ? 'Nothing comes back if you cancel.' : 'After that, nothing comes back.'
}

function describeStep({ refund_percent, credit_percent, fee }: TermsStep, format: Format): string {
  const parts = [
    ...(refund_percent > 0 ? [`${refund_percent} % back`] : []),
    ...(credit_percent > 0 ? [`${credit_percent} % as credit`] : []),
  ]
  if (parts.length === 0) return 'nothing comes back'
  return `${parts.join(' and ')}${fee > 0 ? `, less ${format(fee)}` : ''}`
}

/** `7 days before the start: 50 % of $240.00, less $15.00` @param format of amounts in minor units */
export function describeQuote(
  { reason, baseMinor, leftMinor, feeMinor, refundMinor, creditMinor }: Quote,
  format: Format,
): string {
  if (baseMinor === 0) return 'It cost nothing.'
  if (reason.code === 'NO_STEP') return 'Nothing comes back at this time.'
  if (reason.code === 'FREE_DAYS') {
    const all = leftMinor === baseMinor ? 'the full amount of' : 'what is left,'
    return `Within ${formatCount(reason.days, 'day')} of paying: ${all} ${format(leftMinor)}`
  }
  if (reason.code === 'MOVED') return `Since we moved the date: ${format(leftMinor)}`
  const { refundPercent, creditPercent, hoursBefore } = reason
  const until = `Until ${describeDeadline(hoursBefore)}`
  if (refundPercent + creditPercent === 0) return `${until}: nothing comes back`
  const parts = [
    ...(refundPercent > 0 ? [`${refundPercent} % of ${format(baseMinor)}`] : []),
    ...(creditPercent > 0 ? [`${creditPercent} % as credit`] : []),
  ]
  const fee = feeMinor > 0 ? `, less ${format(feeMinor)}` : ''
  const isCapped = refundMinor + creditMinor === leftMinor && leftMinor < baseMinor
  return `${until}: ${parts.join(' and ')}${fee}${isCapped ? `, at most the ${format(leftMinor)} that is left` : ''}`
}
