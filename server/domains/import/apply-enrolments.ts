/** Enrolls the students of an import. It takes seats under the lock of their class, as a sale does. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import * as Cart from '#server/domains/cart/cart.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { isNotOver, runs } from '#server/domains/classes/runs/runs.table.ts'
import { countUnsold, type LockedRun, lockForSale } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/imported-enrolments.ts'
import * as ImportedUsers from '#server/domains/users/imported-users.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted, matchesUnconfirmed } from '#server/domains/users/users.ts'
import { takeEnrolled } from '#server/domains/waiting/claims.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { type ImportRecord, importRows } from './import.table.ts'
import { isReady, newStudentId } from './staged.ts'

export async function applyEnrolments(ctx: Context, tx: Transaction, record: ImportRecord): Promise<void> {
  const runIds = await listRuns(tx, record)
  const locked: LockedRun[] = []
  // All classes are locked before any user, in one order for every import.
  for (const id of runIds) locked.push(await lockForSale(tx, id))
  const reason = `Import of ${record.fileName}`
  for (const chosen of locked) {
    const { run, listPriceMinor } = chosen
    const rows = sql`${and(isReady(record), eq(importRows.runId, run.id))}`
    await refuse(tx, rows, chosen)
    await ImportedUsers.insertImported(tx, rows, newStudentId)
    // From now on, no one can register an address of these rows.
    await mark(
      tx,
      sql`${rows} and ${isUnconfirmed}`,
      'invalid',
      'Has registered since the check, and not confirmed the address yet.',
    )
    const { classId } = run
    await Enrolments.insertImported(tx, rows, { classId, runId: run.id, listPriceMinor, grantedBy: ctx.actor, reason })
    await takeEnrolled(tx, chosen)
  }
  for (const classId of new Set(locked.map(({ run }) => run.classId))) await Cart.removeEnrolled(tx, classId)
}

/** Returns the ids of the runs, in the order of their classes. */
async function listRuns(tx: Transaction, record: ImportRecord): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: runs.id, classId: classes.id })
    .from(importRows)
    .innerJoin(runs, eq(runs.id, importRows.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(isReady(record))
    .orderBy(asc(classes.id), asc(runs.id))
  return rows.map(({ id }) => id)
}

/** Marks the rows that are no longer possible in a locked run. */
async function refuse(tx: Transaction, rows: SQL, { run, class: owner }: LockedRun): Promise<void> {
  const isGone = run.canceledAt !== null || owner.withdrawnAt !== null || owner.deletedAt !== null
  if (isGone) return mark(tx, rows, 'invalid', 'The date was canceled since the check.')
  await mark(tx, sql`${rows} and ${isEnrolled(run)}`, 'existing', 'Was enrolled since the check.')
  const { row } = importRows
  const late = await tx.select({ row }).from(importRows).where(rows).orderBy(asc(row)).offset(countUnsold(run))
  const isLate = inArray(
    row,
    late.map((one) => one.row),
  )
  await mark(tx, sql`${rows} and ${isLate}`, 'invalid', 'The last seat was taken since the check.')
}

/** True if the student of a row is in the run, or in another run of its class while both are not over. */
function isEnrolled(run: LockedRun['run']): SQL {
  const now = Date.now()
  const isOver = run.endsAt !== null && run.endsAt <= now
  const isCurrent = isOver
    ? sql`false`
    : sql`${eq(runs.classId, run.classId)} and ${isNotOver(now)} and ${runs.canceledAt} is null`
  return sql`exists (select from ${enrolments} join ${runs} on ${runs.id} = ${enrolments.runId}
    join ${users} on ${users.id} = ${enrolments.userId} and ${users.deletedAt} is null
    where ${isActive} and ${users.email} = ${importRows.data} ->> 'email' and (${eq(runs.id, run.id)} or (${isCurrent})))`
}

/** True if the address of a row has been registered by a person who has not confirmed it, perhaps not its owner. */
const isUnconfirmed = sql`exists (select from ${users} where ${users.email} = ${importRows.data} ->> 'email'
  and ${and(isNotDeleted, matchesUnconfirmed)})`

async function mark(tx: Transaction, rows: SQL, outcome: 'existing' | 'invalid', problem: string): Promise<void> {
  await tx.update(importRows).set({ outcome, problem }).where(rows)
}
