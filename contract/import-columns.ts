/** Guesses from its headers what a file has. No zod, so that the page may import it. */
import {
  CLASS_HEADERS,
  EMAIL_HEADERS,
  IMPORT_PRESETS,
  type ImportField,
  type ImportPreset,
  type ImportPresetName,
} from './import-presets.ts'

/** The source of a field's values: a column, by its index from 0, or one value for all rows. */
export type ImportSource = { column: number } | { value: string }
export type ImportColumns = Record<string, ImportSource>

/** Returns the preset that fits the headers best. */
export function guessPreset(headers: string[]): ImportPresetName {
  const names = new Set(headers.map(normalize))
  if (names.has('attendeestatus') || names.has('attendeeemail')) return 'eventbrite'
  if (names.has('seats') || names.has('availableseats') || names.has('price')) return 'classes'
  const hasEmail = EMAIL_HEADERS.some((name) => names.has(name))
  return hasEmail && CLASS_HEADERS.some((name) => names.has(name)) ? 'enrolments' : 'users'
}

/** Returns a column for each field that a header names, none for two fields, and the value of a field that has one. */
export function guessColumns(preset: ImportPresetName, headers: string[]): ImportColumns {
  const names = headers.map(normalize)
  const columns: ImportColumns = {}
  const used = new Set<number>()
  for (const { name, headers: candidates, value } of IMPORT_PRESETS[preset].fields) {
    const column = candidates.map((candidate) => names.indexOf(candidate)).find((at) => at >= 0 && !used.has(at))
    if (column !== undefined) {
      used.add(column)
      columns[name] = { column }
    } else if (value !== undefined) columns[name] = { value }
  }
  return columns
}

/** Returns the label of the first required field without a column or a value, or null. */
export function findMissingField(preset: ImportPreset, columns: ImportColumns): string | null {
  const isMissing = ({ name, required }: ImportField) => required && !hasValue(columns[name])
  return preset.fields.find(isMissing)?.label ?? null
}

function hasValue(source: ImportSource | undefined): boolean {
  return source !== undefined && ('column' in source || source.value.trim() !== '')
}

function normalize(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
