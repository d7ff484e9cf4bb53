import type { Payment } from '#contract/payments.ts'
import { formatMajor, toMajor, toMinor } from '#contract/values/money.ts'

/** Returns the amount in the currency of the payment: `$1,149.50`. */
export function paidPrice({ price, currency }: Pick<Payment, 'price' | 'currency'>): string {
  return formatMajor(price, currency)
}

/** Returns whether a payment has a seat now: one whose money was returned at once has none, and its seat has not ended. */
export function hasSeat({ ended, status }: Pick<Payment, 'ended' | 'status'>): boolean {
  return ended === null && status !== 'refunded'
}

/** Returns what is left of a payment after its refunds, in its major unit. */
export function countRest(payment: Pick<Payment, 'price' | 'refunded' | 'credited' | 'currency'>): number {
  const { price, refunded, credited, currency } = payment
  return subtract(subtract(price, refunded, currency), credited, currency)
}

/** Returns what discounts have taken off the list price, in its major unit. */
export function countDiscount({ price, list_price, currency }: Pick<Payment, 'price' | 'list_price' | 'currency'>) {
  return subtract(list_price, price, currency)
}

function subtract(amount: number, less: number, currency: string): number {
  const [from = 0, off = 0] = [amount, less].map((major) => toMinor(major, currency) ?? 0)
  return toMajor(from - off, currency)
}

/** Returns the amount of a payment's newest refund. */
export function refundedPrice({ refund, currency }: Pick<Payment, 'refund' | 'currency'>): string {
  return formatMajor(refund?.amount ?? 0, currency)
}
