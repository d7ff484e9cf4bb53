/** Reads amounts that people type. No zod, so that fields may read while a user types. */

/** A text that may be an amount, with its sign or code in front or behind, as `KWD 12.5`, `1 234,50 €` and `149,-`. */
const AMOUNT = /^(?:[\p{L}\p{Sc}]{1,4}\.?\s?)?(\d[\d.,'’\s]{0,30}?)(?:[.,][-–—])?(?:\s?[\p{L}\p{Sc}]{1,4}\.?)?$/u

const MAX_LENGTH = 50

/** The amount in the major unit, or how its two meanings are written clearly. */
export type ReadAmount = { amount: number } | { unclear: string[] }

/**
 * Reads `149.50`, `149,50`, `1,234.50`, `1.234,50`, `1 234,50` and `1'234.50` alike. One separator before exactly three digits is
 * unclear (`1,234`), except in currencies with three decimals, where it begins these, and in those without, where it begins none.
 * Returns null for what is no amount.
 * @param decimals of the currency: 0, 2 or 3
 */
export function readAmount(text: string, decimals: number): ReadAmount | null {
  const [, number] = text.length <= MAX_LENGTH ? (AMOUNT.exec(text.trim()) ?? []) : []
  if (number === undefined) return null
  const parts = number
    .replaceAll(/\s/g, ' ')
    .replaceAll('’', "'")
    .split(/([.,' ])/)
  const digits = parts.filter((_, index) => index % 2 === 0)
  const separators = parts.filter((_, index) => index % 2 === 1)
  if (digits.includes('')) return null
  const [whole = '', fraction = ''] = digits
  const [separator] = separators
  const isPoint = separator === '.' || separator === ','
  if (separators.length !== 1 || !isPoint) return readGroups(digits, separators)
  if (fraction.length !== 3 || decimals === 3) return toAmount(whole, fraction)
  if (decimals === 0) return readGroups(digits, separators)
  const asDecimal = `${whole}.${fraction.slice(0, 2)}`
  return { unclear: isGrouped(digits) ? [`${whole}${fraction}.00`, asDecimal] : [asDecimal] }
}

/** Reads a number of several groups, or with two kinds of separators, of which the last is before the decimals. */
function readGroups(digits: string[], separators: string[]): ReadAmount | null {
  const kinds = new Set(separators)
  const last = separators.at(-1) ?? ''
  if (kinds.size < 2) return isGrouped(digits) ? toAmount(digits.join('')) : null
  const isDecimal = (last === '.' || last === ',') && separators.indexOf(last) === separators.length - 1
  const groups = digits.slice(0, -1)
  return kinds.size === 2 && isDecimal && isGrouped(groups) ? toAmount(groups.join(''), digits.at(-1)) : null
}

/** Returns whether digits are one number or its groups of three. */
function isGrouped([first = '', ...others]: string[]): boolean {
  return others.length === 0 || (/^[1-9]\d{0,2}$/.test(first) && others.every(({ length }) => length === 3))
}

/** No currency has more than three decimals. */
function toAmount(whole: string, fraction = '0'): ReadAmount | null {
  return fraction.length > 3 ? null : { amount: Number(`${whole}.${fraction}`) }
}
