/** The rules of a coupon that concern several of its fields, for the form and the server. */
import type { NewCoupon } from './coupons.ts'
import { toChargeable } from './values/money.ts'

/** Returns what is wrong, with the field. */
export function checkCoupon(
  { kind, value, from, until }: Pick<NewCoupon, 'kind' | 'value' | 'from' | 'until'>,
  currency: string,
): { path: 'value' | 'until'; message: string }[] {
  const isPercent = value <= 100 && /^\d+(\.\d{1,2})?$/.test(String(value))
  return [
    ...(kind === 'percent' && !isPercent
      ? [{ path: 'value' as const, message: 'must be a percentage above 0, at most 100, with two decimals at most' }]
      : []),
    ...(kind === 'amount' && toChargeable(value, currency) === null
      ? [{ path: 'value' as const, message: `must be an amount that a card pays in ${currency.toUpperCase()}` }]
      : []),
    ...(from !== null && until !== null && until < from
      ? [{ path: 'until' as const, message: 'must not be before the first day' }]
      : []),
  ]
}
