/** Formats prices. Every public page loads this file, so it is separate from money.ts. */

/** ISO 4217 currencies without decimals at the card provider. Source: https://docs.stripe.com/currencies#zero-decimal */
const ZERO_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))

/** Currencies of three decimals. Source: https://docs.stripe.com/currencies#three-decimal */
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '))

/** Returns the number of decimals of `currency` (lower case): 0, 2 or 3. */
export function currencyDecimals(currency: string): 0 | 2 | 3 {
  if (ZERO_DECIMALS.has(currency)) return 0
  return THREE_DECIMALS.has(currency) ? 3 : 2
}

/** `1149.5` in usd → `$1,149.50`. */
export function formatPrice(major: number, currency: string, sign: string): string {
  const [units = '', ...decimals] = major.toFixed(currencyDecimals(currency)).split('.')
  return sign + [units.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}
