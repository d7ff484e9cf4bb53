/** Formats prices. Every public page loads this file, so it is without the table of currencies. */

/** `1149.5` with 2 decimals and `$` → `$1,149.50`. */
export function formatPrice(major: number, decimals: number, sign: string): string {
  const [units = '', ...fraction] = major.toFixed(decimals).split('.')
  return sign + [units.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}
