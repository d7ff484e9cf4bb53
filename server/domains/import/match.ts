/** Sets what the columns of an import mean, and discards imports. */
import { and, eq, sql } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { Import, ImportMatch, NewImportMatch } from '#contract/import.ts'
import { findMissingField } from '#contract/import-columns.ts'
import { IMPORT_PRESETS } from '#contract/import-presets.ts'
import { AppError, requireVersion } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { DATE_OF_DIGITS, findDateOrder } from './date-cells.ts'
import { importRows, imports } from './import.table.ts'
import { get, lock } from './imports.ts'
import { remove } from './removal.ts'

type Ctx = Pick<Context, 'db' | 'catalogue' | 'offerSeats'>

/**
 * Sets what the columns mean, and restarts the check.
 * @throws AppError NOT_FOUND, INVALID_INPUT also where the order of dates is not clear, CHANGED_MEANWHILE also where it is applied
 */
export async function match(ctx: Ctx, id: string, input: NewImportMatch, { ifMatch }: CallOptions): Promise<Import> {
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
    const match: ImportMatch = { ...input, date_order: input.date_order ?? (await readDateOrder(tx, record.id, input)) }
    const restart = { status: 'checking', checked: 0, checkedTo: 1, version: record.version + 1 } as const
    await tx
      .update(imports)
      .set({ ...restart, match, updatedAt: Date.now() })
      .where(eq(imports.id, record.id))
  })
  return get(ctx, id)
}

/** Returns the order of the dates of the whole file. @throws AppError INVALID_INPUT where it is not clear */
async function readDateOrder(tx: Transaction, id: string, { columns: { date: source } }: NewImportMatch) {
  const order = findDateOrder(source ? await listDates(tx, id, source) : [])
  if (typeof order === 'string') return order
  throw new AppError('INVALID_INPUT', `Choose the order of dates: ${order.question}`)
}

async function listDates(tx: Transaction, id: string, source: ImportMatch['columns'][string]): Promise<string[]> {
  if ('value' in source) return [source.value]
  const cell = sql`(${importRows.cells} ->> ${source.column}::int)`
  const rows = await tx
    .selectDistinct({ date: sql<string>`substring(${cell} from ${DATE_OF_DIGITS.source})` })
    .from(importRows)
    .where(and(eq(importRows.importId, id), sql`${cell} ~ ${DATE_OF_DIGITS.source}`))
  return rows.map(({ date }) => date.replace(/^'/, ''))
}

/** Discards an import that was not applied. Returns 1. @throws AppError NOT_FOUND, CHANGED_MEANWHILE where it is applied */
export async function discard(ctx: Ctx, id: string): Promise<number> {
  const record = await inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (row.appliedAt !== null) throw new AppError('CHANGED_MEANWHILE', 'This file is imported already.')
    // No call finds it from now on, while its rows are removed in steps.
    await tx.update(imports).set({ status: 'uploading' }).where(eq(imports.id, row.id))
    return row
  })
  await remove(ctx.db, record.id)
  return 1
}
