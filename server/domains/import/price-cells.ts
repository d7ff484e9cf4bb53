/** Reads the price of a row. */
import { checkClassPrice } from '#contract/class-price.ts'
import { currencyDecimals, toMinor } from '#contract/values/money.ts'
import type { RowReader } from './row-reader.ts'

/** Reads `1,200.50`, `1200,50`, `$120` and `120 EUR`. Returns the minor unit. */
export function readPrice(reader: RowReader, currency: string): number | null {
  const text = reader.text('price')
  if (text === '') return reader.report('price', 'is missing.')
  const digits = text.replace(/^[^\d\s-]{1,3}\s?(?=\d)|\s?[^\d\s]{1,3}$/gu, '').replaceAll(/[\s'’](?=\d{3})/g, '')
  const hasThreeDecimals = currencyDecimals(currency) === 3
  const price = hasThreeDecimals ? readThreeDecimals(digits) : readTwoDecimals(digits)
  if (price === null) {
    const hint = hasThreeDecimals ? ' such as 1,250.500' : ''
    return reader.report('price', `is not a price${hint}: “${text.slice(0, 40).toWellFormed()}”.`)
  }
  const problem = checkClassPrice(price, currency)
  const minor = toMinor(price, currency)
  return problem === null && minor !== null ? minor : reader.report('price', `is not possible: ${problem}.`)
}

function readTwoDecimals(digits: string): number | null {
  const [, whole = '', fraction] = /^((?:\d{1,3}(?:[.,]\d{3})+|\d+))(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  return toNumber(whole, fraction)
}

/** Reads a single separator as the decimal one: `1,250` is 1.25. Groups need two of a kind, or another one for the decimals. */
function readThreeDecimals(digits: string): number | null {
  const [, units, decimals] = /^(\d+)(?:[.,](\d{1,3}))?$/.exec(digits) ?? []
  if (units) return toNumber(units, decimals)
  const [, whole = '', , fraction] = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,3}))?$/.exec(digits) ?? []
  return toNumber(whole, fraction)
}

function toNumber(whole: string, fraction = '0'): number | null {
  return whole === '' ? null : Number(`${whole.replaceAll(/[.,]/g, '')}.${fraction}`)
}
