/** Reads the values of one row, and collects its problems in words. */
import type { z } from 'zod'
import type { ImportMatch } from '#contract/import.ts'
import { IMPORT_PRESETS } from '#contract/import-presets.ts'
import { restoreText } from '#server/platform/csv.ts'
import '#server/platform/validation-messages.ts'

/** Text that spreadsheets calculate. A dash and a space begin a line of a list in Markdown. */
const FORMULA = /^(?:[=+@]|-\S)/

/** Text in a spreadsheet in place of a value that it could not calculate. */
const SPREADSHEET_ERROR = /^#(?:REF|NAME|VALUE|N\/A|DIV\/0|NULL|NUM)[!?]?$/i

const LABELS = new Map(
  Object.values(IMPORT_PRESETS).flatMap(({ kind, fields }) =>
    fields.map(({ name, label }) => [`${kind} ${name}`, label]),
  ),
)

export class RowReader {
  readonly problems: string[] = []
  readonly #match: ImportMatch
  readonly #cells: string[]

  constructor(match: ImportMatch, cells: string[], columns: number) {
    this.#match = match
    this.#cells = cells
    if (cells.length > columns && cells.slice(columns).some((cell) => cell !== ''))
      this.problems.push(
        `The row has ${cells.length} cells, but the header has ${columns}. Is a text with a comma without quotes?`,
      )
  }

  /** The problems as one text; null without any. */
  get problem(): string | null {
    return this.problems.length > 0 ? this.problems.join(' ') : null
  }

  /** Returns the text of a field as it is; empty where it has none. */
  peek(field: string): string {
    const source = this.#match.columns[field]
    if (!source) return ''
    return ('column' in source ? restoreText(this.#cells[source.column] ?? '') : source.value).trim()
  }

  /** The same. A formula is a problem. */
  text(field: string): string {
    const text = this.peek(field)
    if (FORMULA.test(text)) this.report(field, 'begins like a formula. Remove the first character.')
    else if (SPREADSHEET_ERROR.test(text)) this.report(field, `is ${text}, an error of the spreadsheet.`)
    else return text
    return ''
  }

  /** Returns the value of a field that has a schema, or null with a problem. */
  parse<T>(field: string, schema: z.ZodType<T>, hint?: string): T | null {
    const before = this.problems.length
    const text = this.text(field)
    if (this.problems.length > before) return null
    if (text === '') return this.report(field, 'is missing.')
    const { data, error } = schema.safeParse(text)
    if (!error) return data
    return this.report(
      field,
      hint ? `is not ${hint}: “${shorten(text)}”.` : `is not valid: ${error.issues[0]?.message}.`,
    )
  }

  /** Adds a problem of a field. Returns null. */
  report(field: string, problem: string): null {
    this.problems.push(`${LABELS.get(`${this.#match.kind} ${field}`) ?? field} ${problem}`)
    return null
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text
}
