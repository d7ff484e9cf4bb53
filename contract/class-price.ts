/** Checks the price of a class. */
import { readAmount } from './values/amount.ts'
import { CURRENCIES, readCurrency } from './values/currency.ts'
import { formatMoney, maximumCharge, minimumCharge, toMajor, toMinor, toProviderAmount } from './values/money.ts'

/**
 * Returns what is wrong with the price (major unit) of a class in `currency`, or null. The card provider has a smallest and a largest
 * charge of each currency, and takes some amounts in steps.
 */
export function checkClassPrice(price: number, currency: string): string | null {
  if (!CURRENCIES.has(currency)) return `price must be in another currency: no card pays ${currency.toUpperCase()}`
  const tooSmall = `price must be at least ${formatMoney(minimumCharge(currency), currency)}`
  if (!(price > 0)) return tooSmall
  const maximum = maximumCharge(currency)
  if (price > toMajor(maximum, currency)) return `price must be at most ${formatMoney(maximum, currency)}`
  const { decimals, multiple } = readCurrency(currency)
  const minor = toMinor(price, currency)
  if (minor === null) return decimals === 0 ? 'price has no decimals' : `price has at most ${decimals} decimals`
  if (toProviderAmount(minor, currency) % multiple !== 0) return 'the last digit of the price must be 0'
  return minor < minimumCharge(currency) ? tooSmall : null
}

/** Returns the price that a user has typed, or what is wrong with it. */
export function readClassPrice(text: string, currency: string): { price: number } | { problem: string } {
  const reading = readAmount(text, readCurrency(currency).decimals)
  if (!reading)
    return { problem: `price must be an amount, such as ${(1250.5).toFixed(readCurrency(currency).decimals)}` }
  if ('unclear' in reading) return { problem: `price ${describeUnclear(reading.unclear)}` }
  const problem = checkClassPrice(reading.amount, currency)
  return problem === null ? { price: reading.amount } : { problem }
}

/** @param ways how the meanings of an amount are written clearly */
export function describeUnclear(ways: string[]): string {
  return `is unclear: write ${ways.join(' or ')}`
}
