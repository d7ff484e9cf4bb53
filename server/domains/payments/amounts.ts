/** Amounts paid for a seat, refunds and the rest, in minor units. */
import type { PaymentRow } from './payments.table.ts'

export type Amounts = Pick<PaymentRow, 'amountPaidMinor' | 'creditMinor' | 'refundedMinor' | 'creditedMinor'>

/** Returns what was paid, by card and with credit. */
export function countPaid({ amountPaidMinor, creditMinor }: Pick<Amounts, 'amountPaidMinor' | 'creditMinor'>): number {
  return amountPaidMinor + creditMinor
}

/** Returns what goes back of a payment, in money and as credit. */
export function countReturned({
  refundedMinor,
  creditedMinor,
}: Pick<Amounts, 'refundedMinor' | 'creditedMinor'>): number {
  return refundedMinor + creditedMinor
}

/** Returns what is left of a payment. */
export function countLeft(payment: Amounts): number {
  return countPaid(payment) - countReturned(payment)
}

/** Returns what of it can go back to the card. */
export function countLeftOfCard(payment: Amounts): number {
  return Math.min(payment.amountPaidMinor - payment.refundedMinor, countLeft(payment))
}

/** Refunds of a payment. */
export interface Parts {
  cardMinor: number
  /** As credit. */
  givenMinor: number
}

/** Divides what goes back of payments: to the cards as far as these paid, the rest to credit. @param givenMinor what becomes credit anyway */
export function splitBack(all: readonly Amounts[], backMinor: number, givenMinor: number): Parts {
  const cardMinor = Math.min(
    backMinor,
    all.reduce((sum, one) => sum + countLeftOfCard(one), 0),
  )
  return { cardMinor, givenMinor: givenMinor + backMinor - cardMinor }
}
