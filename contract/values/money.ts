/**
 * Money: integers in a currency's minor unit inside, JSON numbers in its major unit on the wire.
 * Sums never use floats: the conversion uses the decimal digits of the number.
 */
import { currencyDecimals, formatPrice } from './currency.ts'

export { currencyDecimals, formatPrice }

/** Smallest charge in minor units. Source: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MINIMUM_CHARGE: Record<string, number> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
}

/** The largest charge in minor units: eight digits. Source: as MINIMUM_CHARGE. */
export const MAXIMUM_CHARGE = 99_999_999

/** Returns the smallest price in minor units of `currency`: half a major unit if the card provider has no minimum. */
export function minimumCharge(currency: string): number {
  return MINIMUM_CHARGE[currency] ?? Math.ceil(10 ** currencyDecimals(currency) / 2)
}

/** `49.99` in usd → `4999`. Returns null if `major` is negative, not finite, or has more decimals than the currency. */
export function toMinor(major: number, currency: string): number | null {
  const digits = /^(\d+)(?:\.(\d+))?$/.exec(String(major))
  const decimals = currencyDecimals(currency)
  if (!digits || (digits[2] ?? '').length > decimals) return null
  const minor = Number(digits[1] + (digits[2] ?? '').padEnd(decimals, '0'))
  return Number.isSafeInteger(minor) ? minor : null
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

/** `4999` in usd → `$49.99`. Only for the server, like currencySign. */
export function formatMoney(minor: number, currency: string): string {
  return formatPrice(toMajor(minor, currency), currency, currencySign(currency))
}
