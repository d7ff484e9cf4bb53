/** What a class may cost. */
import { currencyDecimals, formatMoney, MAXIMUM_CHARGE, minimumCharge, toMinor } from './money.ts'

/**
 * What is wrong with a price (major unit) of a class in `currency`, in words; null where nothing is. The card provider has a
 * smallest and a largest charge, and takes no last digit of three decimals but 0.
 * Source: https://docs.stripe.com/currencies
 */
export function priceProblem(price: number, currency: string): string | null {
  const smallest = `price must be at least ${formatMoney(minimumCharge(currency), currency)}`
  if (!(price > 0)) return smallest
  const decimals = currencyDecimals(currency)
  const minor = toMinor(price, currency)
  if (minor === null) return decimals === 0 ? 'price has no decimals' : `price has at most ${decimals} decimals`
  if (decimals === 3 && minor % 10 !== 0) return 'the last digit of the price must be 0'
  if (minor < minimumCharge(currency)) return smallest
  if (minor > MAXIMUM_CHARGE) return `price must be at most ${formatMoney(MAXIMUM_CHARGE, currency)}`
  return null
}
