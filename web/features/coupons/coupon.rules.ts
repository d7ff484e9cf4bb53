/** The checks of a coupon: those of the server, for numbers as they are typed. */
import type { FieldErrors, Resolver } from 'react-hook-form'
import { checkCoupon } from '#contract/coupon-rules.ts'
import { NewCoupon } from '#contract/coupons.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import type { RulesContext } from '#web/forms/use-content-form.ts'
import { type CouponDraft, readDraft } from './coupon-draft.ts'

/** The field of the form of each field of the contract. */
const FIELDS: Record<string, string> = { max_uses: 'maxUses', per_person: 'perPerson' }

export const rules: Resolver<CouponDraft, RulesContext> = (draft, context) => {
  const currency = context?.currency ?? ''
  const parsed = NewCoupon.safeParse(readDraft(draft, currencyDecimals(currency)))
  const problems = parsed.success ? checkCoupon(parsed.data, currency) : parsed.error.issues
  if (problems.length === 0) return { values: draft, errors: {} }
  const errors = problems.toReversed().map(({ path: [name], message }) => {
    return [FIELDS[String(name)] ?? String(name), { type: 'rule', message }]
  })
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<CouponDraft> }
}
