/** Enrolments that an import makes. The caller has locked their classes. */
import { type SQL, sql } from 'drizzle-orm'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import { changeSeats } from '#server/domains/classes/runs/seats.ts'
import { importedAt, importRows } from '#server/domains/import/import.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { readRows } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor } from '#server/ports/context.ts'
import { enrolments } from './enrolments.table.ts'
import * as Enrolments from './enrolments.ts'

interface Grant {
  classId: string
  runId: string
  listPriceMinor: number
  grantedBy: Pick<Actor, 'id'>
  reason: string
}

/** Enrolls the students of staged rows in a run. The caller has found their free seats and users. */
export async function insertImported(
  tx: Transaction,
  rows: SQL,
  { classId, runId, listPriceMinor, grantedBy, reason }: Grant,
): Promise<void> {
  const inserted = await readRows(
    tx,
    sql`insert into ${enrolments} (id, user_id, class_id, run_id, source, granted_by, reason, list_price_minor, created_at)
      select ${importRows.recordId}, ${users.id}, ${classId}::uuid, ${runId}::uuid, 'import', ${grantedBy.id}::uuid, ${reason},
        ${listPriceMinor}::bigint, ${importedAt}
      from ${importRows} join ${users} on ${users.email} = ${importRows.data} ->> 'email' and ${users.deletedAt} is null
      where ${rows} and ${importRows.runId} = ${runId} for key share of ${users} returning id`,
  )
  if (inserted.length > 0) await changeSeats(tx, runId, { taken: inserted.length })
}

interface Undo {
  rows: SQL
  classId: string
  by: string
}

/**
 * Ends the enrolments of staged rows of a class whose students have neither moved, attended nor claimed their new record since. No one knows
 * of a new record that waits for its owner, so its enrolment leaves no trace, and the record can be removed.
 */
export async function undoImported(tx: Transaction, { rows, classId, by }: Undo): Promise<void> {
  const isNew = sql`${users.id} = (${importRows.data} ->> 'userId')::uuid`
  const selectStaged = (filter: SQL) =>
    sql`(select ${enrolments.id} from ${enrolments}
      join ${importRows} on ${enrolments.id} = ${importRows.recordId} and ${enrolments.runId} = ${importRows.runId}
      join ${users} on ${users.id} = ${enrolments.userId}
      where ${rows} and ${enrolments.classId} = ${classId} and ${filter})`
  const hasAttended = sql`exists (select from ${attendance} where ${attendance.enrolmentId} = ${enrolments.id})`
  const staged = selectStaged(sql`(not ${isNew} or ${users.identityId} is null) and not ${hasAttended}`)
  await Enrolments.end(tx, sql`${enrolments.id} in ${staged}`, { reason: 'import_undone', by })
  const ofNew = selectStaged(sql`${isNew} and ${users.identityId} is null`)
  await tx.delete(enrolments).where(sql`${enrolments.id} in ${ofNew} and ${enrolments.endReason} = 'import_undone'`)
}
