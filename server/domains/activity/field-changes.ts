/** Changes of a row by an edit. */
import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from '#contract/activity.ts'

type Changes<Row> = { [Field in keyof Row]?: Row[Field] | undefined }

/** Returns the fields that differ from the row. Undefined ones stay. */
export function filterChanges<Row extends object>(row: Row, input: Changes<Row>): Partial<Row> {
  const fields = Object.keys(input) as (keyof Row)[]
  const changed = fields.filter((field) => input[field] !== undefined && !isDeepStrictEqual(input[field], row[field]))
  return Object.fromEntries(changed.map((field) => [field, input[field]])) as Partial<Row>
}

/** Returns the changes of the fields that have a label, for the activity log. */
export function listChanges<Row extends object>(
  row: Row,
  values: Partial<Row>,
  labels: { [Field in keyof Row]?: string },
): FieldChange[] {
  const fields = Object.keys(values) as (keyof Row)[]
  return fields.flatMap((field) => {
    const label = labels[field]
    return label ? [{ field: label, from: toText(row[field]), to: toText(values[field]) }] : []
  })
}

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '') || 'none'
}
