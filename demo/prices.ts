import { currencyDecimals } from '../contract/values/currency.ts'
import { minimumCharge, toMinor } from '../contract/values/money.ts'

/** Converts a price with two decimals to the minor unit; in a currency without decimals it becomes a hundred times as large. */
export function toDemoPrice(price: number, currency: string): number {
  const cents = toMinor(price, 'usd') ?? 0
  return Math.max(minimumCharge(currency), currencyDecimals(currency) === 3 ? cents * 10 : cents)
}
