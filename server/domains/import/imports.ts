/** Reads imports and their rows, and sets what their columns mean. Docs: docs/decisions/0027. */
import { and, asc, count, desc, eq, lte, ne } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { Import, ImportMatch, ImportRow, ImportRowsQuery, RowOutcome } from '#contract/import.ts'
import { findMissingField, IMPORT_PRESETS } from '#contract/import-columns.ts'
import { IMPORT_HOURS } from '#contract/values/limits.ts'
import type { Page } from '#contract/values/pagination.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import { toCsv } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, toFirstPage } from '#server/platform/database/lists.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { type ImportRecord, importRows, imports } from './import.table.ts'
import { remove } from './removal.ts'

type Ctx = Pick<Context, 'db' | 'catalogue'>

/** Rows whose cells an admin sees while matching the columns. */
const SAMPLE_ROWS = 3

const ADDED_COLUMNS = ['Row', 'Problem']

export const UNDO_MS = IMPORT_HOURS * 60 * 60_000

/** Returns the imports that are stored completely, newest first. */
export async function list({ db }: Pick<Ctx, 'db'>): Promise<Import[]> {
  const rows = await selectWithCreator(db)
    .where(ne(imports.status, 'uploading'))
    .orderBy(desc(imports.createdAt), imports.id)
  return Promise.all(rows.map((row) => toImport(db, row)))
}

/** @throws AppError NOT_FOUND */
export async function get({ db }: Pick<Ctx, 'db'>, id: string): Promise<Import> {
  const isIt = and(eq(imports.id, parseId(id)), ne(imports.status, 'uploading'))
  const [row] = await selectWithCreator(db).where(isIt)
  return toImport(db, orNotFound(row))
}

/**
 * Sets what the columns mean, and begins the check anew.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CHANGED_MEANWHILE also where it is applied
 */
export async function match(ctx: Ctx, id: string, input: ImportMatch, { ifMatch }: CallOptions): Promise<Import> {
  const missing = findMissingField(IMPORT_PRESETS[input.kind], input.columns)
  if (missing !== null) throw new AppError('INVALID_INPUT', `Choose a column or a value for ${missing}.`)
  await inTransaction(ctx, async (tx) => {
    const record = await lock(tx, id)
    if (record.appliedAt !== null) throw new AppError('CHANGED_MEANWHILE', 'This file is imported already.')
    requireVersion(record, ifMatch)
    const unknown = Object.values(input.columns).some(
      (source) => 'column' in source && source.column >= record.headers.length,
    )
    if (unknown) throw new AppError('INVALID_INPUT', 'The file has fewer columns than that.')
    const restart = { status: 'checking', checked: 0, checkedTo: 1, version: record.version + 1 } as const
    await tx
      .update(imports)
      .set({ ...restart, match: input, updatedAt: Date.now() })
      .where(eq(imports.id, record.id))
  })
  return get(ctx, id)
}

/** Locks an import until the transaction ends. @throws AppError NOT_FOUND */
export async function lock(tx: Transaction, id: string): Promise<ImportRecord> {
  const isIt = and(eq(imports.id, parseId(id)), ne(imports.status, 'uploading'))
  const [row] = await tx.select().from(imports).where(isIt).for('update')
  return orNotFound(row)
}

/** Discards an import that was not applied. Returns 1. @throws AppError NOT_FOUND, CHANGED_MEANWHILE where it is applied */
export async function discard(ctx: Ctx, id: string): Promise<number> {
  const record = await inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (row.appliedAt !== null) throw new AppError('CHANGED_MEANWHILE', 'This file is imported already.')
    // Nobody finds it from now on, while its rows are removed in steps.
    await tx.update(imports).set({ status: 'uploading' }).where(eq(imports.id, row.id))
    return row
  })
  await remove(ctx.db, record.id)
  return 1
}

/** Returns the rows of an outcome, in the order of the file. @throws AppError NOT_FOUND */
export async function listRows(ctx: Ctx, id: string, query: ImportRowsQuery): Promise<Page<ImportRow>> {
  const { isShown } = await selectShown(ctx.db, id, query.outcome)
  const rows = ctx.db.select().from(importRows).where(isShown).orderBy(asc(importRows.row))
  const all = ctx.db.select({ all: count() }).from(importRows).where(isShown)
  return readPage(toFirstPage(query), rows.$dynamic(), toRow, all)
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

function selectWithCreator(db: Database) {
  return db
    .select({ record: imports, creator: users.name })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.createdBy))
}

async function toImport(db: Database, { record, creator }: { record: ImportRecord; creator: string }): Promise<Import> {
  const { id, status, appliedAt } = record
  return {
    _id: id,
    file_name: record.fileName,
    status: status === 'uploading' ? 'uploaded' : status,
    headers: record.headers,
    samples: await readSamples(db, id),
    match: record.match,
    rows: record.rows,
    checked: record.checked,
    counts: await countOutcomes(db, record),
    created_by: creator,
    created_at: record.createdAt,
    applied_at: appliedAt,
    undo_until: status === 'applied' && appliedAt !== null ? appliedAt + UNDO_MS : null,
    version: record.version,
  }
}

async function readSamples(db: Database, id: string): Promise<string[][]> {
  const isIt = eq(importRows.importId, id)
  const rows = await db.select().from(importRows).where(isIt).orderBy(asc(importRows.row)).limit(SAMPLE_ROWS)
  return rows.map(({ cells }) => cells)
}

async function countOutcomes(db: Database, { id, checkedTo }: ImportRecord): Promise<Record<RowOutcome, number>> {
  const isChecked = and(eq(importRows.importId, id), lte(importRows.row, checkedTo))
  const rows = await db
    .select({ outcome: importRows.outcome, all: count() })
    .from(importRows)
    .where(isChecked)
    .groupBy(importRows.outcome)
  const counts = { ready: 0, existing: 0, duplicate: 0, left_out: 0, invalid: 0, stayed: 0 }
  for (const { outcome, all } of rows) if (outcome) counts[outcome] = Number(all)
  return counts
}

function toRow({ row, outcome, cells, problem }: typeof importRows.$inferSelect): ImportRow {
  return { row, outcome: outcome ?? 'ready', cells, problem }
}
