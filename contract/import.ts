/** Imports of users, classes and enrolments from CSV files: uploaded, matched, checked, applied. */
import { z } from 'zod'
import { IMPORT_KINDS } from './import-presets.ts'
import { Id, Text, Timestamp } from './values/fields.ts'
import { MAX_IMPORT_COLUMNS, MAX_NAME_LENGTH } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** `uploaded`: its columns are to be matched. Nothing of the school changes before `applied`. */
export const IMPORT_STATUSES = ['uploaded', 'checking', 'checked', 'applied', 'undone'] as const

/**
 * Outcome of a row: `ready` is imported, or was; `existing` has a record already; `duplicate` repeats an earlier row; `left_out` did not
 * attend; `invalid` has a problem; `stayed` was imported and could not be undone.
 */
export const ROW_OUTCOMES = ['ready', 'existing', 'duplicate', 'left_out', 'invalid', 'stayed'] as const
export const RowOutcome = z.enum(ROW_OUTCOMES)
export type RowOutcome = z.infer<typeof RowOutcome>

/** The order of day and month where a date is not written as 2027-05-04. */
export const DATE_ORDERS = ['day-month', 'month-day'] as const

const Source = z.union([
  z.object({
    column: z
      .int()
      .min(0)
      .max(MAX_IMPORT_COLUMNS - 1),
  }),
  z.object({ value: Text.max(MAX_NAME_LENGTH) }),
])

export const ImportMatch = z.object({
  kind: z.enum(IMPORT_KINDS),
  /** Sources of the values, by the name of the field. */
  columns: z.record(Text.max(MAX_NAME_LENGTH), Source),
  date_order: z.enum(DATE_ORDERS),
})
export type ImportMatch = z.infer<typeof ImportMatch>

/** Without an order, the dates of the whole file tell it. The match is refused where both orders are possible. */
export const NewImportMatch = ImportMatch.partial({ date_order: true })
export type NewImportMatch = z.infer<typeof NewImportMatch>

export const Import = z.object({
  _id: Id,
  file_name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  /** The names of the columns, and the cells of the first rows. */
  headers: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** Null until the columns are matched. */
  match: ImportMatch.nullable(),
  /** The first date that is ready, as it is in the file and as it was read. */
  date_example: z.object({ cell: z.string(), date: z.string() }).nullable(),
  /** All rows below the header that are not blank, and those that are checked so far. */
  rows: z.int(),
  checked: z.int(),
  /** The checked rows by outcome. */
  counts: z.record(RowOutcome, z.int()),
  created_by: z.string(),
  created_at: Timestamp,
  applied_at: Timestamp.nullable(),
  /** The last moment to undo an applied import. */
  undo_until: Timestamp.nullable(),
  /** The value for `If-Match`. Each match of the columns increments it. */
  version: z.int(),
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  /** The row's number in the file. The header is row 1. */
  row: z.int(),
  outcome: RowOutcome,
  /** The cells, in the order of the headers. */
  cells: z.array(z.string()),
  /** The date in words: `Sat, Apr 3, 2027, 18:00–20:00 (Europe/Oslo)`. Null without a date, or with a problem. */
  date: z.string().nullable(),
  /** Reason that it is not imported, or cannot be undone. */
  problem: z.string().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportRowsQuery = listQuery(['created_at']).extend({ outcome: RowOutcome.default('invalid') })
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>
