/** Rules of cancellation terms, shared by form and server. */
import type { NewTerms, TermsStep } from './terms.ts'
import { maximumCharge, toChargeable } from './values/money.ts'

export interface TermsProblem {
  /** The field; for a problem of one step its index, and the field of it. */
  path: [keyof NewTerms] | ['steps', number, keyof TermsStep]
  message: string
}

/** Returns what is wrong with terms in `currency`. */
export function checkTerms(terms: NewTerms, currency: string): TermsProblem[] {
  const fees = (['minimum_fee', 'move_fee', 'resale_fee'] as const).flatMap((field): TermsProblem[] => {
    const message = checkAmount(terms[field], currency)
    return message === null ? [] : [{ path: [field], message }]
  })
  return [...terms.steps.flatMap((_, index) => checkStep(terms.steps, index, currency)), ...fees]
}

function checkStep(steps: readonly TermsStep[], index: number, currency: string): TermsProblem[] {
  const step = steps[index]
  if (!step) return []
  const at = (field: keyof TermsStep, message: string): TermsProblem => ({ path: ['steps', index, field], message })
  const { hours_before: hours, refund_percent: refund, credit_percent: credit } = step
  const earlier = steps.filter(({ hours_before }) => hours_before > hours)
  const amount = checkAmount(step.fee, currency)
  return [
    ...(steps.findIndex(({ hours_before }) => hours_before === hours) < index
      ? [at('hours_before', 'another step ends at the same time')]
      : []),
    ...(refund + credit > 100 ? [at('refund_percent', 'refund and credit are together at most 100 %')] : []),
    ...(earlier.some((one) => refund > one.refund_percent || refund + credit > one.refund_percent + one.credit_percent)
      ? [at('refund_percent', 'must not be more than in a step that ends earlier')]
      : []),
    ...(amount === null ? [] : [at('fee', amount)]),
  ]
}

function checkAmount(amount: number, currency: string): string | null {
  const minor = toChargeable(amount, currency)
  if (minor === null) return `must be an amount that a card pays in ${currency.toUpperCase()}`
  return minor > maximumCharge(currency) ? 'is too large' : null
}
