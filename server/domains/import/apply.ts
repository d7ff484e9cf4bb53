/** Imports the rows that are ready, in one transaction. Docs: docs/decisions/0027. */
import { and, count, eq, sql } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { Import } from '#contract/import.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Classes from '#server/domains/classes/imported-classes.ts'
import * as Runs from '#server/domains/classes/runs/imported-runs.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { readUrls } from '#server/domains/images/committed.ts'
import * as ImportedUsers from '#server/domains/users/imported-users.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, requireVersion } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { applyEnrolments } from './apply-enrolments.ts'
import { type ImportRecord, importRows, imports } from './import.table.ts'
import { get, lock } from './imports.ts'
import { isReady, slice } from './staged.ts'

/** Rows of one statement. */
const USERS = 500
/** The index of the search takes longer. */
const CLASSES = 100

/** An arbitrary number that every instance uses. */
const IMPORT_LOCK = 20190103

const APPLY = { users: applyUsers, classes: applyClasses, enrolments: applyEnrolments }

/**
 * Imports the rows that are ready. Those that are no longer possible are marked. A repetition changes nothing.
 * @throws AppError NOT_FOUND, NOT_ALLOWED, CHANGED_MEANWHILE, INVALID_INPUT where no row is ready
 */
export async function apply(ctx: Context, id: string, { ifMatch }: CallOptions): Promise<Import> {
  await inTransaction(ctx, async (tx) => {
    // Two imports of the same file come one after the other, so that the second one meets the records of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
    const record = await lock(tx, id)
    if (record.appliedAt !== null) return
    if (!(await Users.isAdmin(tx, ctx.actor.id))) throw new AppError('NOT_ALLOWED')
    requireVersion(record, ifMatch)
    if (record.status !== 'checked')
      throw new AppError('CHANGED_MEANWHILE', 'The check has restarted. Wait until it is complete.')
    if ((await countReady(tx, record)) === 0) throw new AppError('INVALID_INPUT', 'No row is ready to be imported.')
    const { kind } = must(record.match)
    await APPLY[kind](ctx, tx, record)
    const message = `${(await countReady(tx, record)).toLocaleString('en')} ${kind}`
    const now = Date.now()
    const values = { status: 'applied', appliedAt: now, updatedAt: now } as const
    await tx.update(imports).set(values).where(eq(imports.id, record.id))
    const entry = { action: 'import_applied', subject: record.fileName, subjectId: record.id, message } as const
    await Activity.record(tx, ctx.actor, entry)
  })
  return get(ctx, id)
}

export async function countReady(tx: Transaction, record: ImportRecord): Promise<number> {
  const [row] = await tx.select({ all: count() }).from(importRows).where(isReady(record))
  return Number(row?.all)
}

async function applyUsers(_ctx: Context, tx: Transaction, record: ImportRecord): Promise<void> {
  for (const rows of slice(record, USERS)) await ImportedUsers.insertImported(tx, rows, sql`${importRows.recordId}`)
  const isMissing = sql`not exists (select from ${users} where ${users.id} = ${importRows.recordId})`
  const values = {
    outcome: 'existing',
    problem: 'Has registered since the check. The account stays as it is.',
  } as const
  await tx
    .update(importRows)
    .set(values)
    .where(and(isReady(record), isMissing))
}

async function applyClasses(_ctx: Context, tx: Transaction, record: ImportRecord): Promise<void> {
  const image = must(readUrls('web/pictures')['window-light'])
  for (const rows of slice(record, CLASSES)) await Classes.insertImported(tx, rows, image)
  for (const rows of slice(record, CLASSES)) await Runs.insertImported(tx, rows)
  await tx
    .update(importRows)
    .set({ outcome: 'invalid', problem: 'Date is missing, but other rows of the class have one.' })
    .where(and(isReady(record), Runs.isReplacedByDates))
  const isMissing = sql`not exists (select from ${runs} where ${runs.id} = ${importRows.recordId})`
  const problem = 'The class was added, or its instructor left, since the check.'
  await tx
    .update(importRows)
    .set({ outcome: 'existing', problem })
    .where(and(isReady(record), isMissing))
}
