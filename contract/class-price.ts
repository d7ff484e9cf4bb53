/** Checks the price of a class. */
import { currencyDecimals, formatMoney, MAXIMUM_CHARGE, minimumCharge, toMinor } from './values/money.ts'

/**
 * Returns what is wrong with the price (major unit) of a class in `currency`, or null. The card provider has a smallest and a
 * largest charge, and in currencies with three decimals the last digit must be 0.
 * Source: https://docs.stripe.com/currencies
 */
export function checkClassPrice(price: number, currency: string): string | null {
  const tooSmall = `price must be at least ${formatMoney(minimumCharge(currency), currency)}`
  if (!(price > 0)) return tooSmall
  const decimals = currencyDecimals(currency)
  const minor = toMinor(price, currency)
  if (minor === null) return decimals === 0 ? 'price has no decimals' : `price has at most ${decimals} decimals`
  if (decimals === 3 && minor % 10 !== 0) return 'the last digit of the price must be 0'
  if (minor < minimumCharge(currency)) return tooSmall
  if (minor > MAXIMUM_CHARGE) return `price must be at most ${formatMoney(MAXIMUM_CHARGE, currency)}`
  return null
}
