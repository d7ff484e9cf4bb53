/** Reads the class and the date of a row. */

import { checkClassPrice, describeUnclear } from '#contract/class-price.ts'
import { ClassTexts, Level } from '#contract/class-texts.ts'
import { NewClass } from '#contract/classes.ts'
import { LEVELS } from '#contract/levels.ts'
import { checkRun } from '#contract/run-rules.ts'
import { readAmount } from '#contract/values/amount.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import { Email, NameText, TimeZone } from '#contract/values/fields.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MAX_SEATS } from '#contract/values/limits.ts'
import { toMinor } from '#contract/values/money.ts'
import type { CheckContext, StagedRow } from './checked-rows.ts'
import { readDate, readTime, toSession } from './date-cells.ts'
import { RowReader } from './row-reader.ts'

export interface ClassCells {
  name: string
  /** The e-mail address. */
  instructor: string
  seats: number
  priceMinor: number
  description: string
  level: Level
  /** Null for a class without dates. */
  startsAt: number | null
  endsAt: number | null
  /** The same as clock times. */
  starts: string | null
  ends: string | null
  timeZone: string | null
  placeName: string | null
  placeAddress: string | null
}

export function readClass(
  { ctx, match, columns }: CheckContext,
  { cells }: StagedRow,
): { cells: ClassCells | null; problem: string | null } {
  const reader = new RowReader(match, cells, columns)
  const name = reader.parse('name', NewClass.shape.className)
  const instructor = reader.parse('instructor', Email, 'an e-mail address')
  const seats = readSeats(reader)
  const priceMinor = readPrice(reader, ctx.currency)
  const description = ClassTexts.shape.description.safeParse(reader.text('description'))
  if (description.error) reader.report('description', `is not valid: ${description.error.issues[0]?.message}.`)
  const level = readLevel(reader)
  const date = readRun(reader, match.date_order, ctx.school.current.time_zone)
  const { problem } = reader
  if (problem !== null || name === null || instructor === null || seats === null || priceMinor === null)
    return { cells: null, problem }
  return {
    cells: { name, instructor, seats, priceMinor, description: description.data ?? '', level, ...date },
    problem,
  }
}

function readSeats(reader: RowReader): number | null {
  const text = reader.text('seats')
  if (text === '') return reader.report('seats', 'is missing.')
  const seats = Number(text)
  const isValid = /^\d+$/.test(text) && seats <= MAX_SEATS
  return isValid ? seats : reader.report('seats', `is not a whole number from 0 to ${MAX_SEATS.toLocaleString('en')}.`)
}

function readLevel(reader: RowReader): Level {
  const text = reader.text('level').toLowerCase()
  if (text === '' || text === 'all levels') return 'any'
  const { data } = Level.safeParse(text)
  if (!data) reader.report('level', `is none of ${LEVELS.join(', ')}.`)
  return data ?? 'any'
}

const NO_DATE = { startsAt: null, endsAt: null, starts: null, ends: null, timeZone: null }

function readRun(reader: RowReader, order: CheckContext['match']['date_order'], ownZone: string | null) {
  const place = readLine(reader, 'place', MAX_NAME_LENGTH)
  const address = readLine(reader, 'address', MAX_ADDRESS_LENGTH)
  if (place === '' && address !== '') reader.report('place', 'is missing, but the row has an address.')
  const where = { placeName: place || null, placeAddress: place ? address : null }
  const [date, start, end] = [reader.text('date'), reader.text('start'), reader.text('end')]
  if (date === '' && start === '' && end === '') return { ...NO_DATE, ...where }
  const timeZone =
    reader.text('time_zone') === '' && ownZone
      ? ownZone
      : reader.parse('time_zone', TimeZone, 'a time zone such as Europe/Oslo')
  const times = {
    date: readDate(date, order) ?? reader.report('date', `is not a date such as 2027-05-04: “${date}”.`),
    start: readTime(start || date) ?? reader.report('start', 'is not a time such as 18:00.'),
    end: readTime(end) ?? reader.report('end', 'is not a time such as 20:00.'),
  }
  const { date: day, start: from, end: to } = times
  if (day === null || from === null || to === null || timeZone === null) return { ...NO_DATE, ...where }
  const session = toSession({ date: day, start: from, end: to }, timeZone)
  if (typeof session === 'string') {
    reader.report('start', session)
    return { ...NO_DATE, ...where }
  }
  const run = { ...RUN, time_zone: timeZone, sessions: [{ ...session, rain_starts_at: null, rain_ends_at: null }] }
  for (const { message } of checkRun(run)) reader.report('date', `is not possible: ${message}.`)
  const { starts, ends, starts_at: startsAt, ends_at: endsAt } = session
  return { startsAt, endsAt, starts, ends, timeZone, ...where }
}

const RUN = { place: null, online: false, link: null, last_moment: null, minimum: null, decide_at: null }

function readLine(reader: RowReader, field: string, max: number): string {
  const { data, error } = NameText.max(max).safeParse(reader.text(field))
  if (error) reader.report(field, `is not valid: ${error.issues[0]?.message}.`)
  return data ?? ''
}

/** Reads `1,200.50`, `1200,50`, `$120` and `120 EUR`. Returns the minor unit. */
function readPrice(reader: RowReader, currency: string): number | null {
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
