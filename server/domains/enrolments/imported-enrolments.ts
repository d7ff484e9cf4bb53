/** Enrolments that an import makes. The caller has locked their classes. */
import { type SQL, sql } from 'drizzle-orm'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import { importRows } from '#server/domains/import/import.table.ts'
import { returnSeat, takeSeat } from '#server/domains/runs/seats.ts'
import { users } from '#server/domains/users/users.table.ts'
import { readRows } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor } from '#server/ports/context.ts'
import { enrolments } from './enrolments.table.ts'

interface Grant {
  classId: string
  runId: string
  grantedBy: Pick<Actor, 'id'>
  reason: string
}

/** Enrolls the students of staged rows in a run. The caller has found their free seats and users. */
export async function insertImported(
  tx: Transaction,
  rows: SQL,
  { classId, runId, grantedBy, reason }: Grant,
): Promise<void> {
  const inserted = await readRows(
    tx,
    sql`insert into ${enrolments} (id, user_id, class_id, run_id, source, granted_by, reason, created_at)
      select ${importRows.recordId}, ${users.id}, ${classId}::uuid, ${runId}::uuid, 'import', ${grantedBy.id}::uuid, ${reason},
        ${Date.now()}::bigint
      from ${importRows} join ${users} on ${users.email} = ${importRows.data} ->> 'email' and ${users.deletedAt} is null
      where ${rows} and ${importRows.runId} = ${runId} returning id`,
  )
  if (inserted.length > 0) await takeSeat(tx, runId, inserted.length)
}

/** Ends the enrolments of staged rows of a class whose students have neither moved, attended nor claimed their new record since. */
export async function removeImported(tx: Transaction, rows: SQL, classId: string): Promise<void> {
  const newUser = sql`(${importRows.data} ->> 'userId')::uuid`
  const ended = await readRows<{ run_id: string }>(
    tx,
    sql`delete from ${enrolments} using ${importRows}, ${users}
      where ${rows} and ${enrolments.id} = ${importRows.recordId} and ${enrolments.classId} = ${classId}
        and ${enrolments.runId} = ${importRows.runId} and ${users.id} = ${enrolments.userId}
        and (${users.id} <> ${newUser} or ${users.identityId} is null)
        and not exists (select from ${attendance} where ${attendance.enrolmentId} = ${enrolments.id})
      returning ${enrolments.runId}`,
  )
  for (const [runId, own] of Map.groupBy(ended, (row) => row.run_id)) await returnSeat(tx, runId, own.length)
}
