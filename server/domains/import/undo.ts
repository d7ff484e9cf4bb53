/** Removes what an import added, as far as no one has used or changed it since. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Import } from '#contract/import.ts'
import { IMPORT_HOURS } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/imported-classes.ts'
import { importedClassId } from '#server/domains/classes/imported-classes.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/imported-enrolments.ts'
import * as ImportedUsers from '#server/domains/users/imported-users.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { readRows } from '#server/platform/database/database.ts'
import { inTransaction, sqlState, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { countReady } from './apply.ts'
import { type ImportRecord, importRows, imports } from './import.table.ts'
import { get, lock, UNDO_MS } from './imports.ts'
import { isReady, newStudentId, slice } from './staged.ts'

/** Rows of one statement. Each removed user is looked up in every table that may refer to it. */
const STEP_ROWS = 200

const FOREIGN_KEY_VIOLATION = '23503'

const UNDO = { users: undoUsers, classes: undoClasses, enrolments: undoEnrolments }

/**
 * Removes what an import added within a day. What was used since stays, and its rows are marked. A repetition changes nothing.
 * @throws AppError NOT_FOUND, NOT_ALLOWED, CHANGED_MEANWHILE
 */
export async function undo(ctx: Context, id: string): Promise<Import> {
  await inTransaction(ctx, (tx) => undoLocked(ctx, tx, id)).catch((error: unknown) => {
    // A record was used at this moment.
    throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new AppError('CHANGED_MEANWHILE', CHANGED) : error
  })
  return get(ctx, id)
}

const CHANGED = 'Something was changed at this moment, so nothing is undone. Try again.'
const TOO_LATE = `An import can be undone within ${IMPORT_HOURS} hours.`

async function undoLocked(ctx: Context, tx: Transaction, id: string): Promise<void> {
  const record = await lock(tx, id)
  if (record.status === 'undone') return
  if (!(await Users.isAdmin(tx, ctx.actor.id))) throw new AppError('NOT_ALLOWED')
  if (record.appliedAt === null) throw new AppError('CHANGED_MEANWHILE', 'This file is not imported yet.')
  if (record.appliedAt + UNDO_MS < Date.now()) throw new AppError('CHANGED_MEANWHILE', TOO_LATE)
  const { kind } = must(record.match)
  await UNDO[kind](tx, record, ctx.actor)
  const message = `${(await countReady(tx, record)).toLocaleString('en')} ${kind}`
  await tx.update(imports).set({ status: 'undone' }).where(eq(imports.id, record.id))
  const entry = { action: 'import_undone', subject: record.fileName, subjectId: record.id, message } as const
  await Activity.record(tx, ctx.actor, entry)
}

async function undoUsers(tx: Transaction, record: ImportRecord): Promise<void> {
  const id = sql`${importRows.recordId}`
  for (const rows of slice(record, STEP_ROWS)) await ImportedUsers.removeImported(tx, rows, id)
  const isUser = sql`select from ${users} where ${users.id} = ${id} and ${users.deletedAt} is null`
  await markNotUndone(tx, record, sql`exists (${isUser} and ${users.identityId} is not null)`, 'Has signed in since.')
  await markNotUndone(tx, record, sql`exists (${isUser})`, 'Was changed, enrolled or given a class since.')
}

async function undoClasses(tx: Transaction, record: ImportRecord): Promise<void> {
  await Classes.removeImported(tx, isReady(record))
  const isClass = sql`select from ${classes} where ${classes.id} = ${importedClassId} and ${classes.deletedAt} is null`
  await markNotUndone(tx, record, sql`exists (${isClass})`, 'Was approved, changed or sold since.')
}

async function undoEnrolments(tx: Transaction, record: ImportRecord, actor: Actor): Promise<void> {
  const rows = isReady(record)
  const ids = await readRows<{ id: string }>(
    tx,
    sql`select distinct ${importRows.data} ->> 'classId' as id from ${importRows} where ${rows} order by 1`,
  )
  for (const { id } of ids) await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, id)).for('update')
  for (const { id } of ids) await Enrolments.undoImported(tx, { rows, classId: id, by: actor.id })
  for (const some of slice(record, STEP_ROWS)) await ImportedUsers.removeImported(tx, some, newStudentId)
  const isEnrolled = sql`exists (select from ${enrolments} where ${isActive} and ${enrolments.id} = ${importRows.recordId})`
  await markNotUndone(tx, record, isEnrolled, 'Has signed in, attended or moved to another date since.')
}

/** Records why the rows of a condition were not undone. */
async function markNotUndone(tx: Transaction, record: ImportRecord, condition: SQL, problem: string): Promise<void> {
  await tx
    .update(importRows)
    .set({ outcome: 'stayed', problem })
    .where(and(isReady(record), condition))
}
