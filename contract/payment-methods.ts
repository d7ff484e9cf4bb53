/** Payment methods for seats. Without zod, so that public pages may read the words. */

/** Methods of payment by hand. */
export const HAND_METHODS = ['cash', 'transfer'] as const
export type HandMethod = (typeof HAND_METHODS)[number]

/** `none` for a seat that costs nothing. */
export const PAYMENT_METHODS = ['card', 'voucher', 'credit', ...HAND_METHODS, 'none'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The methods as they follow an amount: `$49.99 in cash`. */
export const METHOD_WORDS: Record<PaymentMethod, string> = {
  card: 'by card',
  voucher: 'with a gift voucher',
  credit: 'with credit',
  cash: 'in cash',
  transfer: 'by bank transfer',
  none: 'nothing to pay',
}

interface PaidSeat {
  price: number
  /** The parts of the price that credit and vouchers paid. */
  credit: number
  voucher: number
  by_hand: HandMethod | null
}

/** Returns how a seat was paid. */
export function listMethods({ price, credit, voucher, by_hand }: PaidSeat): PaymentMethod[] {
  if (price === 0) return ['none']
  if (by_hand !== null) return [by_hand]
  return [
    ...(credit + voucher < price ? (['card'] as const) : []),
    ...(voucher > 0 ? (['voucher'] as const) : []),
    ...(credit > 0 ? (['credit'] as const) : []),
  ]
}
