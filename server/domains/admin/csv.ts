/** Writes CSV files that spreadsheets open without running anything in them. */
import { stringify } from 'csv-stringify/sync'

/**
 * The places in a cell at which a formula could begin: at its start, and after a line break, a separator or a quote, because a
 * spreadsheet with other settings splits the file there. Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /(?<=^|[\r\n\u2028\u2029,;\t"])([^\S\r\n\t]*)(?=[=+\-@\t\r＝＋－＠])/g

/**
 * Returns a file with a header, a UTF-8 byte order mark and CRLF line ends. Every field is quoted. Text that looks like a formula gets
 * an apostrophe. Source: RFC 4180
 */
export function toCsv(columns: string[], rows: object[]): string {
  const cast = { string: neutralize }
  const quotes = { quoted: true, quoted_empty: true }
  return stringify(rows, { header: true, columns, bom: true, cast, ...quotes, record_delimiter: 'windows' })
}

/** Returns a text in which no spreadsheet finds a formula. */
export function neutralize(text: string): string {
  return text.replaceAll(FORMULA_START, "$1'")
}
