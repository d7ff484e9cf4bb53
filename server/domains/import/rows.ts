/** Reads the checked rows of an import. */
import { and, asc, count, eq, lte, ne } from 'drizzle-orm'
import type { ImportRow, ImportRowsQuery, RowOutcome } from '#contract/import.ts'
import type { Page } from '#contract/values/pagination.ts'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import { toCsv } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { readPage, toFirstPage } from '#server/platform/database/lists.ts'
import type { Context } from '#server/ports/context.ts'
import { describeDate, selectWithStart } from './dates-in-words.ts'
import { importRows, imports } from './import.table.ts'

type Ctx = Pick<Context, 'db'>

/** The columns that the exported file has beside its own. */
const ADDED_COLUMNS = ['Row', 'Problem']

/** Returns the rows of an outcome, in the order of the file. @throws AppError NOT_FOUND */
export async function listRows(ctx: Ctx, id: string, query: ImportRowsQuery): Promise<Page<ImportRow>> {
  const { isShown } = await selectShown(ctx.db, id, query.outcome)
  const rows = selectWithStart(ctx.db).where(isShown).orderBy(asc(importRows.row))
  const all = ctx.db.select({ all: count() }).from(importRows).where(isShown)
  return readPage(toFirstPage(query), rows.$dynamic(), toRow, () => readCount(ctx.db, all))
}

/** Returns these rows as a CSV file, with the number and the problem of each after its cells. @throws AppError NOT_FOUND */
export async function exportRows({ db }: Ctx, id: string, { outcome }: ImportRowsQuery): Promise<string> {
  const { isShown, headers } = await selectShown(db, id, outcome)
  const rows = await db.select().from(importRows).where(isShown).orderBy(asc(importRows.row))
  // A file that was corrected and uploaded again has these two columns already.
  const shown = headers.map((header, at) => ({ header, at })).filter(({ header }) => !ADDED_COLUMNS.includes(header))
  const columns = [...shown.map(({ header }) => header), ...ADDED_COLUMNS]
  const table = rows.map(({ row, cells, problem }) =>
    Object.fromEntries([
      ...shown.map(({ header, at }) => [
        header,
        at === headers.length - 1 ? cells.slice(at).join(' ').trim() : (cells[at] ?? ''),
      ]),
      ['Row', row],
      ['Problem', problem],
    ]),
  )
  return toCsv(columns, table)
}

async function selectShown(db: Database, id: string, outcome: RowOutcome) {
  const isIt = and(eq(imports.id, parseId(id)), ne(imports.status, 'uploading'))
  const [record] = await db.select().from(imports).where(isIt)
  const { checkedTo, headers } = orNotFound(record)
  return {
    headers,
    isShown: and(eq(importRows.importId, id), eq(importRows.outcome, outcome), lte(importRows.row, checkedTo)),
  }
}

function toRow(shown: Parameters<typeof describeDate>[0]): ImportRow {
  const { row, outcome, cells, problem } = shown.row
  return { row, outcome: outcome ?? 'ready', cells, date: describeDate(shown), problem }
}
