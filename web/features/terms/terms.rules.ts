/** The checks of cancellation terms: those of the server, for numbers as they are typed. */
import type { FieldErrors, Resolver } from 'react-hook-form'
import { NewTerms } from '#contract/terms.ts'
import { checkTerms } from '#contract/terms-rules.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import type { RulesContext } from '#web/forms/use-content-form.ts'
import { readDraft, type TermsDraft } from './terms-draft.ts'

/** The field of the form of each field of the contract. */
const FIELDS: Record<string, string> = {
  free_days: 'freeDays',
  minimum_fee: 'minimumFee',
  resale_fee: 'resaleFee',
  move_fee: 'moveFee',
  move_hours_before: 'moveHours',
  substitute_hours_before: 'substituteHours',
  hours_before: 'before',
  refund_percent: 'percent',
  credit_percent: 'credit',
}

export const rules: Resolver<TermsDraft, RulesContext> = (draft, context) => {
  const currency = context?.currency ?? ''
  const parsed = NewTerms.safeParse(readDraft(draft, currencyDecimals(currency)))
  const problems = parsed.success ? checkTerms(parsed.data, currency) : parsed.error.issues
  if (problems.length === 0) return { values: draft, errors: {} }
  const errors: Record<string, unknown> = {}
  const steps: Record<string, unknown>[] = []
  for (const { path, message } of problems.toReversed()) {
    const [field = 'root', index, part] = path.map((name) => FIELDS[String(name)] ?? String(name))
    const error = { type: 'rule', message }
    if (part === undefined) errors[field] = error
    else steps[Number(index)] = { ...steps[Number(index)], [part]: error }
  }
  if (steps.length > 0) errors.steps = steps
  return { values: {}, errors: errors as FieldErrors<TermsDraft> }
}
