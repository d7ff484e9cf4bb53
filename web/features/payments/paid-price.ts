import type { Payment } from '#contract/payments.ts'
import { formatMajor, toMajor, toMinor } from '#contract/values/money.ts'

/** Returns the amount in the currency of the payment: `$1,149.50`. */
export function paidPrice({ price, currency }: Pick<Payment, 'price' | 'currency'>): string {
  return formatMajor(price, currency)
}

/** Returns what is left of a payment after its refunds, in its major unit. */
export function countRest({ price, refunded, currency }: Pick<Payment, 'price' | 'refunded' | 'currency'>): number {
  const [paid, back] = [price, refunded].map((amount) => toMinor(amount, currency) ?? 0)
  return toMajor((paid ?? 0) - (back ?? 0), currency)
}

/** Returns the amount of a payment's newest refund. */
export function refundedPrice({ refund, currency }: Pick<Payment, 'refund' | 'currency'>): string {
  return formatMajor(refund?.amount ?? 0, currency)
}
