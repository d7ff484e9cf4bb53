/** Reads imports. Docs: docs/decisions/0027. */
import { and, asc, count, desc, eq, lte, ne } from 'drizzle-orm'
import type { Import, RowOutcome } from '#contract/import.ts'
import { IMPORT_HOURS } from '#contract/values/limits.ts'
import { users } from '#server/domains/users/users.table.ts'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { readDateExample } from './dates-in-words.ts'
import { type ImportRecord, importRows, imports } from './import.table.ts'

type Ctx = Pick<Context, 'db'>

/** Rows whose cells an admin sees while matching the columns. */
const SAMPLE_ROWS = 3

export const UNDO_MS = IMPORT_HOURS * 60 * 60_000

/** Returns the imports that are stored completely, newest first. */
export async function list({ db }: Ctx): Promise<Import[]> {
  const rows = await selectWithCreator(db)
    .where(ne(imports.status, 'uploading'))
    .orderBy(desc(imports.createdAt), imports.id)
  return Promise.all(rows.map((row) => toImport(db, row)))
}

/** @throws AppError NOT_FOUND */
export async function get({ db }: Ctx, id: string): Promise<Import> {
  const isIt = and(eq(imports.id, parseId(id)), ne(imports.status, 'uploading'))
  const [row] = await selectWithCreator(db).where(isIt)
  return toImport(db, orNotFound(row))
}

/** Locks an import until the transaction ends. @throws AppError NOT_FOUND */
export async function lock(tx: Transaction, id: string): Promise<ImportRecord> {
  const isIt = and(eq(imports.id, parseId(id)), ne(imports.status, 'uploading'))
  const [row] = await tx.select().from(imports).where(isIt).for('update')
  return orNotFound(row)
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
    date_example: await readDateExample(db, record),
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
