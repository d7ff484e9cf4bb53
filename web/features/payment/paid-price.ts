/** What was paid, in the currency of then. */
import { currencySign, formatPrice } from '#contract/money.ts'
import type { Payment } from '#contract/payments.ts'

/** `$1,149.50` */
export function paidPrice({ price, currency }: Pick<Payment, 'price' | 'currency'>): string {
  return formatPrice(price, currency, currencySign(currency))
}
