/** Describes tables for backups and exports, and columns that several tables have. */

/** `time`: ISO 8601 in UTC, with milliseconds. `text`: as PostgreSQL writes the value. */
type ColumnKind = 'text' | 'time'

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
  /** A condition in SQL for the rows of an export. Backups have all rows. */
  filter?: string
  /** Columns that stay behind, with the reason. */
  leftOut?: Record<string, string>
}

/** Tables in backups and exports. A table that stays behind is named with its schema, and has a reason. */
export interface SchoolTables {
  /** In backups and exports. */
  exported: readonly ExportedTable[]
  /** In backups only. */
  unexported: Readonly<Record<string, string>>
  /**
   * In neither. Sessions, links, invitations and access tokens may have been ended since: they must not come back to life. Counts of
   * rate limits and files that wait to be imported mean nothing later.
   */
  leftOut: Readonly<Record<string, string>>
}

export function joinTables(parts: readonly Partial<SchoolTables>[]): SchoolTables {
  return {
    exported: parts.flatMap(({ exported = [] }) => exported),
    unexported: Object.assign({}, ...parts.map(({ unexported }) => unexported)),
    leftOut: Object.assign({}, ...parts.map(({ leftOut }) => leftOut)),
  }
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
