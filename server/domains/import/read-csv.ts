/** Reads a CSV file row by row, whatever program has written it. Every refusal names the row. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Encoding } from './receive.ts'

/** Characters of a row. A quote that never ends would make the rest of the file one row. */
const MAX_ROW_LENGTH = 100_000

/** Bytes in which the separator is detected. */
const HEAD_BYTES = 64 * 1024

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1, and blank rows count. */
  row: number
  cells: string[]
}

/** A line that tells Excel the separator. It is no row of the table, but Excel counts it. */
const SEPARATOR_LINE = /^sep=([,;\t])\r?\n/i

/**
 * Yields the header and the rows that are not blank.
 * @throws AppError INVALID_INPUT, TOO_LARGE
 */
export async function* readCsv(path: string, encoding: Encoding): AsyncGenerator<CsvRow> {
  const head = await readHead(path, encoding)
  const line = SEPARATOR_LINE.exec(head)
  const delimiter = line?.[1] ?? detectDelimiter(head)
  const first = line ? 2 : 1
  // A tab at the beginning of a row is an empty cell, not white space.
  const options = { delimiter, trim: delimiter !== '\t', from_line: first, relax_column_count: true }
  const parser = parse({ ...options, max_record_size: MAX_ROW_LENGTH })
  pipeline(Readable.from(decode(path, encoding)), parser, () => {})
  let row = first - 1
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++
      if (row > first + MAX_IMPORT_ROWS) throw new AppError('TOO_LARGE', TOO_MANY_ROWS)
      if (cells.every((cell) => cell.trim() === '')) continue
      refuseNul(cells, row)
      yield { row, cells: cells.map((cell) => cell.trim()) }
    }
  } catch (error) {
    throw toAppError(error, first)
  }
}

const TOO_MANY_ROWS = `The file has more than ${MAX_IMPORT_ROWS.toLocaleString('en')} rows. Split it.`

/** Checks the header, and names columns without one by their number. @throws AppError INVALID_INPUT */
export function readHeaders({ cells, row }: CsvRow): string[] {
  if (cells.length > MAX_IMPORT_COLUMNS)
    refuse(`The file has ${cells.length} columns; ${MAX_IMPORT_COLUMNS} are our limit.`)
  const email = cells.find((cell) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell))
  if (email !== undefined)
    refuse(`Row ${row} should name the columns, but has the e-mail address ${email}. Add a row above it.`)
  const numbers = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    if (cell.length > MAX_NAME_LENGTH) refuse(`The name of column ${index + 1} is too long.`)
    const earlier = numbers.get(cell.toLowerCase())
    if (cell !== '' && earlier !== undefined)
      refuse(`Columns ${earlier} and ${index + 1} are both called “${cell}”. Rename one of them.`)
    numbers.set(cell.toLowerCase(), index + 1)
  }
  return cells.map((cell, index) => cell || `Column ${index + 1}`)
}

async function* decode(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

async function readHead(path: string, encoding: Encoding): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Returns the separator that the first row with text has most of, outside quotes. */
function detectDelimiter(head: string): string {
  const row = head.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? ''
  const unquoted = row.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

function refuseNul(cells: string[], row: number): void {
  if (cells.some((cell) => cell.includes('\0')))
    refuse(`Row ${row} has a NUL character, which no text has. Save the file as CSV again.`)
}

function refuse(message: string): never {
  throw new AppError('INVALID_INPUT', message)
}

/** Source: https://csv.js.org/parse/errors/ */
const PARSE_PROBLEMS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote (") that never ends. Close it, or remove it.',
  CSV_MAX_RECORD_SIZE: 'is too long. Perhaps a quote (") in it never ends.',
  CSV_INVALID_CLOSING_QUOTE: 'has a quote (") inside a quoted cell. Write it twice ("").',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'has a quote (") inside a quoted cell. Write it twice ("").',
  INVALID_OPENING_QUOTE: 'has a quote (") inside a cell. Put the cell in quotes, and write the quote twice ("").',
}

/** The parser counts the records before the error, which the loop may not have received. */
function toAppError(error: unknown, first: number): unknown {
  const { code = '', records = 0 } = error as { code?: string; records?: number }
  const problem = PARSE_PROBLEMS[code]
  return problem ? new AppError('INVALID_INPUT', `Row ${first + records} ${problem}`, { cause: error }) : error
}
