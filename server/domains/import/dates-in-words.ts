/** Writes the dates of checked rows in words, so that an admin sees how they were read. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Import } from '#contract/import.ts'
import { formatClockTime, formatSession } from '#contract/values/session-times.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ClassCells } from './class-cells.ts'
import { type ImportRecord, importRows } from './import.table.ts'

/** Selects rows with the start of the run that an enrolment is for. */
export function selectWithStart(db: Database) {
  // drizzle returns null for the whole run where its first column is null.
  const run = { id: runs.id, starts: runs.starts, startsAt: runs.startsAt, timeZone: runs.timeZone }
  return db.select({ row: importRows, run }).from(importRows).leftJoin(runs, eq(runs.id, importRows.runId))
}

type RowWithStart = Awaited<ReturnType<typeof selectWithStart>>[number]

/** Returns the date of a checked row in words; null without one. */
export function describeDate({ row: { data }, run }: RowWithStart): string | null {
  if (run) {
    const { starts, time_zone } = readStart(run)
    return starts === null ? null : formatClockTime(starts, time_zone, { now: 'always' })
  }
  const { starts, ends, timeZone } = (data ?? {}) as Partial<ClassCells>
  return starts && ends ? formatSession({ starts, ends }, timeZone ?? null, { now: 'always' }) : null
}

/** Returns the first date that is ready, as it is in the file and in words. */
export async function readDateExample(
  db: Database,
  { id, match, checkedTo }: ImportRecord,
): Promise<Import['date_example']> {
  const source = match?.columns.date
  if (!source || !('column' in source)) return null
  const hasDate = sql`coalesce(${importRows.cells} ->> ${source.column}::int, '') <> ''`
  const isReady = and(eq(importRows.importId, id), eq(importRows.outcome, 'ready'), lte(importRows.row, checkedTo))
  const [first] = await selectWithStart(db).where(and(isReady, hasDate)).orderBy(asc(importRows.row)).limit(1)
  const date = first && describeDate(first)
  return date ? { cell: first.row.cells[source.column] ?? '', date } : null
}
