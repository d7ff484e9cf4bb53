/** Checks the rows of an import in steps. Each step continues after the rows that are checked, in any process. */
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Import } from '#contract/import.ts'
import { must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { checkClasses } from './check-classes.ts'
import { checkEnrolments } from './check-enrolments.ts'
import { checkUsers } from './check-users.ts'
import type { CheckContext, CheckedRow } from './checked-rows.ts'
import { importRows, imports } from './import.table.ts'
import { get, lock } from './imports.ts'

const STEP_ROWS = 1_000

/** A call goes on for this time, so that a long file takes few calls and no call takes long. */
const CALL_MS = 400

const CHECKS = { users: checkUsers, classes: checkClasses, enrolments: checkEnrolments }

/** Checks the next rows of an import that is being checked. @throws AppError NOT_FOUND */
export async function check(ctx: Context, id: string): Promise<Import> {
  const end = performance.now() + CALL_MS
  let isChecking = true
  while (isChecking && performance.now() < end) isChecking = await inTransaction(ctx, (tx) => checkStep(ctx, tx, id))
  return get(ctx, id)
}

/** Returns whether rows are left. */
async function checkStep(ctx: Context, tx: Transaction, id: string): Promise<boolean> {
  const record = await lock(tx, id)
  if (record.status !== 'checking') return false
  const isNext = and(eq(importRows.importId, record.id), gt(importRows.row, record.checkedTo))
  const { row, cells } = importRows
  const rows = await tx.select({ row, cells }).from(importRows).where(isNext).orderBy(asc(row)).limit(STEP_ROWS)
  const last = rows.at(-1)
  if (last) {
    const match = must(record.match)
    const readers = createReaders(tx, record.id, rows[0]?.row ?? 0)
    const checked = await CHECKS[match.kind]({ ctx, tx, match, columns: record.headers.length, ...readers }, rows)
    await save(tx, record.id, checked)
  }
  const checkedRows = record.checked + rows.length
  const isDone = checkedRows >= record.rows
  const progress = { checked: checkedRows, checkedTo: last?.row ?? record.checkedTo, updatedAt: Date.now() }
  const status = isDone ? 'checked' : 'checking'
  await tx
    .update(imports)
    .set({ ...progress, status })
    .where(eq(imports.id, record.id))
  return !isDone
}

function createReaders(tx: Transaction, id: string, first: number): Pick<CheckContext, 'readEarlier' | 'countEarlier'> {
  const isEarlier = and(eq(importRows.importId, id), eq(importRows.outcome, 'ready'), lt(importRows.row, first))
  return {
    async readEarlier<Data>(keys: string[]) {
      const { key, row, data } = importRows
      const isSame = and(isEarlier, inArray(key, keys))
      const rows = await tx.select({ key, row, data }).from(importRows).where(isSame).orderBy(asc(row))
      return rows as { key: string; row: number; data: Data }[]
    },
    async countEarlier(runIds) {
      const runId = importRows.runId
      const isSame = and(isEarlier, inArray(runId, runIds))
      const rows = await tx
        .select({ runId, all: sql<number>`count(*)::int` })
        .from(importRows)
        .where(isSame)
        .groupBy(runId)
      return new Map(rows.map((row) => [row.runId ?? '', row.all]))
    },
  }
}

async function save(tx: Transaction, id: string, checked: CheckedRow[]): Promise<void> {
  const rows = checked.map(({ row, outcome, problem, key = null, data = null, runId = null }) => ({
    ...{ row, outcome, problem, key, data },
    run_id: runId,
  }))
  await tx.execute(sql`update ${importRows} set outcome = r.outcome, problem = r.problem, key = r.key, data = r.data, run_id = r.run_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(row int, outcome text, problem text, key text, data jsonb, run_id uuid)
    where ${importRows.importId} = ${id} and ${importRows.row} = r.row`)
}
