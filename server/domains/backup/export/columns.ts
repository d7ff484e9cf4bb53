/** How the columns of an export are described, and those that several tables have. */

/** `time`: ISO 8601 in UTC, with milliseconds. `text`: as PostgreSQL writes the value. */
export type ColumnKind = 'text' | 'time'

export interface ExportedColumn {
  kind: ColumnKind
  /** The meaning and the unit. */
  meaning: string
}

export interface ExportedTable {
  /** The table in the schema `public`; the file has its name. */
  table: string
  meaning: string
  columns: Record<string, ExportedColumn>
  /** Columns that stay behind, with the reason. */
  leftOut?: Record<string, string>
}

export const text = (meaning: string): ExportedColumn => ({ kind: 'text', meaning })
export const time = (meaning: string): ExportedColumn => ({ kind: 'time', meaning })
export const id = text('id of the row (UUID)')
export const reference = (table: string) => text(`id in ${table}.csv`)
export const createdAt = time('when it was created')
export const version = text('number of the version, which every change increments')
export const flag = (meaning: string) => text(`true or false: ${meaning}`)
/** Prices and amounts. */
export const minor = (meaning: string) => text(`${meaning}, in the smallest unit of the currency (4999 is 49.99 usd)`)
