/** Reads the price of a row. */
import { checkClassPrice, describeUnclear } from '#contract/class-price.ts'
import { readAmount } from '#contract/values/amount.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import { toMinor } from '#contract/values/money.ts'
import type { RowReader } from './row-reader.ts'

/** Reads `1,200.50`, `1200,50`, `$120` and `120 EUR`. Returns the minor unit. */
export function readPrice(reader: RowReader, currency: string): number | null {
  const text = reader.text('price')
  if (text === '') return reader.report('price', 'is missing.')
  const quoted = `“${text.slice(0, 40).toWellFormed()}”`
  const reading = readAmount(text, currencyDecimals(currency))
  if (!reading) {
    const hint = currencyDecimals(currency) === 3 ? ' such as 1,250.500' : ''
    return reader.report('price', `is not a price${hint}: ${quoted}.`)
  }
  if ('unclear' in reading) return reader.report('price', `${describeUnclear(reading.unclear)}, not ${quoted}.`)
  const problem = checkClassPrice(reading.amount, currency)
  const minor = toMinor(reading.amount, currency)
  return problem === null && minor !== null ? minor : reader.report('price', `is not possible: ${problem}.`)
}
