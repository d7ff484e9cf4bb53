/** Writes CSV files that spreadsheets open without running anything in them. */
import { pipeline, type Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type Options, stringify } from 'csv-stringify/sync'

/**
 * The places in a cell at which a formula could begin: at its start, and after a line break, a separator or a quote, because a
 * spreadsheet with other settings splits the file there. Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /(?<=^|[\r\n\u2028\u2029,;\t"])([^\S\r\n\t\u2028\u2029]*)(?='*[=+\-@\t\r＝＋－＠])/g

/** The same places with an apostrophe, which `neutralize` has put there. */
const NEUTRALIZED = /(?<=^|[\r\n\u2028\u2029,;\t"])([^\S\r\n\t\u2028\u2029]*)'(?='*[=+\-@\t\r＝＋－＠])/g

const SPREADSHEET: Options = {
  cast: { string: neutralize },
  quoted: true,
  quoted_empty: true,
  record_delimiter: 'windows',
}

/**
 * Returns a file with a header, a UTF-8 byte order mark and CRLF line ends. Every field is quoted. Text that looks like a formula gets
 * an apostrophe. Source: RFC 4180
 */
export function toCsv(columns: string[], rows: object[]): string {
  return stringify(rows, { ...SPREADSHEET, header: true, columns, bom: true })
}

/** Returns further rows of such a file. */
export function toCsvLines(columns: string[], rows: object[]): string {
  return stringify(rows, { ...SPREADSHEET, columns })
}

/**
 * Returns a text in which no spreadsheet finds a formula. Apostrophes that are there already get one more, so that `restoreText` can
 * return the original.
 */
export function neutralize(text: string): string {
  return text.replaceAll(FORMULA_START, "$1'")
}

/** Returns the text that `neutralize` was given. */
export function restoreText(text: string): string {
  return text.replaceAll(NEUTRALIZED, '$1')
}

/**
 * Returns rows of a file that a program reads back: like `toCsv`, but a null is an empty field without quotes, and an empty text one with
 * quotes.
 */
export function toCsvRows(rows: (string | null)[][]): string {
  return stringify(rows, { cast: { string: neutralize }, quoted_string: true, record_delimiter: 'windows' })
}

/** Reads such a file, header included, row by row. */
export function parseCsv(content: Readable): AsyncIterable<(string | null)[]> {
  const toValue = (text: string, { quoting }: { quoting: boolean }) =>
    text === '' && !quoting ? null : restoreText(text)
  // A failure of the content is one of the parser.
  return pipeline(content, parse({ bom: true, cast: toValue }), () => {})
}
