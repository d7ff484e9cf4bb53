/** Conditions on staged rows, for the statements that other domains run on them. */
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { type ImportRecord, importRows } from './import.table.ts'

/** The id of the record of a student whom an enrolment brings along. */
export const newStudentId = sql`(${importRows.data} ->> 'userId')::uuid`

/** Matches the rows of an import that are ready. */
export function isReady({ id }: Pick<ImportRecord, 'id'>): SQL {
  return sql`${and(eq(importRows.importId, id), eq(importRows.outcome, 'ready'))}`
}

/** Yields conditions that together match all ready rows in any order, some rows each: each statement then takes little time. */
export function* slice(record: Pick<ImportRecord, 'id' | 'checkedTo'>, rows: number): Generator<SQL> {
  for (let from = 0; from < record.checkedTo; from += rows)
    yield sql`${and(isReady(record), gt(importRows.row, from), lte(importRows.row, from + rows))}`
}
