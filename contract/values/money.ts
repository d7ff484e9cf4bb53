/**
 * Money: integers in a currency's minor unit inside, JSON numbers in its major unit on the wire.
 * Sums never use floats: the conversion uses the decimal digits of the number.
 */
import { currencyDecimals, readCurrency } from './currency.ts'
import { formatPrice } from './format-price.ts'

/** Returns the smallest price in minor units of `currency`. */
export function minimumCharge(currency: string): number {
  const { minimum, decimals } = readCurrency(currency)
  return Math.ceil(minimum * 10 ** decimals)
}

/** Returns the largest price in minor units of `currency`. */
export function maximumCharge(currency: string): number {
  const { digits, multiple } = readCurrency(currency)
  return fromProviderAmount(10 ** digits - multiple, currency)
}

/** Returns the steps in which the card provider takes amounts, in minor units: 10 in kwd, 1 in usd and isk. */
export function readAmountStep(currency: string): number {
  return Math.max(1, readCurrency(currency).multiple / countProviderUnits(currency))
}

/** Converts minor units to the card provider's amount: `4999` isk → `499900`. */
export function toProviderAmount(minor: number, currency: string): number {
  return minor * countProviderUnits(currency)
}

/** Converts the card provider's amount to minor units. Less than one, which the provider does not charge, is left out. */
export function fromProviderAmount(amount: number, currency: string): number {
  return Math.floor(amount / countProviderUnits(currency))
}

/** Returns how many units of the card provider's amounts a minor unit has: 100 for isk. */
function countProviderUnits(currency: string): number {
  const { decimals, providerDecimals } = readCurrency(currency)
  return 10 ** (providerDecimals - decimals)
}

/** `49.99` in usd → `4999`. Returns null if `major` is negative, not finite, or has more decimals than the currency. */
export function toMinor(major: number, currency: string): number | null {
  const digits = /^(\d+)(?:\.(\d+))?$/.exec(String(major))
  const decimals = currencyDecimals(currency)
  if (!digits || (digits[2] ?? '').length > decimals) return null
  const minor = Number(digits[1] + (digits[2] ?? '').padEnd(decimals, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

/** Returns an amount in minor units that the card provider takes; null for any other: `1.005` in kwd. */
export function toChargeable(major: number, currency: string): number | null {
  const minor = toMinor(major, currency)
  return minor !== null && minor % readAmountStep(currency) === 0 ? minor : null
}

/** `4999` in usd → `49.99`. */
export function toMajor(minor: number, currency: string): number {
  return Number(`${minor}e-${currencyDecimals(currency)}`)
}

/**
 * Returns the sign in front of a price in English: `$`, or `NOK` and a space. Only the server calls it and passes the sign to the
 * pages: the first use of Intl's currencies takes a browser 45 ms, and a slow phone four times that.
 */
export function currencySign(currency: string): string {
  const cached = SIGNS.get(currency)
  if (cached !== undefined) return cached
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).formatToParts(0)
  const units = parts.findIndex(({ type }) => type === 'integer')
  const sign = parts.slice(0, units).reduce((all, { value }) => all + value, '')
  SIGNS.set(currency, sign)
  return sign
}

const SIGNS = new Map<string, string>()

/** `49.99` in usd → `$49.99`. Only where the school's own sign does not do, like currencySign. */
export function formatMajor(major: number, currency: string): string {
  return formatPrice(major, currencyDecimals(currency), currencySign(currency))
}

/** `4999` in usd → `$49.99`. Only for the server, like currencySign. */
export function formatMoney(minor: number, currency: string): string {
  return formatMajor(toMajor(minor, currency), currency)
}
