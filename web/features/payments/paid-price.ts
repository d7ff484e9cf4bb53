import type { Payment } from '#contract/payments.ts'
import { formatMajor } from '#contract/values/money.ts'

/** Returns the amount in the currency of the payment: `$1,149.50`. */
export function paidPrice({ price, currency }: Pick<Payment, 'price' | 'currency'>): string {
  return formatMajor(price, currency)
}
