/** User records that an import makes. They have no identity, so that only a confirmed address claims them. */
import { type SQL, sql } from 'drizzle-orm'
import { emailChanges } from '#server/domains/account/email-changes.table.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { importedAt, importRows } from '#server/domains/import/import.table.ts'
import { readRows } from '#server/platform/database/database.ts'
import { changesCatalogue, type Transaction } from '#server/platform/database/transaction.ts'
import { users } from './users.table.ts'

/** The role of a staged row; that of a student, where the row has none. */
const role = sql`coalesce(${importRows.data} ->> 'role', 'student')`

/**
 * Inserts the records of staged rows. An address that has a record keeps it.
 * @param id the id of a row's record
 */
export async function insertImported(tx: Transaction, rows: SQL, id: SQL): Promise<void> {
  const inserted = await readRows<{ role: string }>(
    tx,
    sql`insert into ${users} (id, email, name, role, created_at)
      select ${id}, ${importRows.data} ->> 'email', ${importRows.data} ->> 'name', ${role}, ${importedAt}
      from ${importRows} where ${rows} order by ${importRows.row}
      on conflict do nothing returning role`,
  )
  reportInstructors(tx, inserted)
}

/** Removes those records that no user has claimed or used since. Nothing refers to them, so that no trace stays. */
export async function removeImported(tx: Transaction, rows: SQL, id: SQL): Promise<void> {
  const removed = await readRows<{ role: string }>(
    tx,
    // The ids come first: without statistics, as right after the import, PostgreSQL would compare every user with every row.
    sql`delete from ${users}
      where ${users.id} = any(array(select ${id} from ${importRows} where ${rows}))
        and ${users.identityId} is null and ${users.tokensFrom} = 0 and ${users.deletedAt} is null
        and exists (select from ${importRows} where ${rows} and ${id} = ${users.id}
          and ${importRows.data} ->> 'name' = ${users.name} and ${role} = ${users.role})
        and not exists (select from ${emailChanges} where ${emailChanges.userId} = ${users.id})
        and not exists (select from ${enrolments} where ${enrolments.userId} = ${users.id})
        and not exists (select from ${classes} where ${classes.instructorId} = ${users.id})
      returning ${users.role}`,
  )
  reportInstructors(tx, removed)
}

/** Public pages show instructors. */
function reportInstructors(tx: Transaction, changed: { role: string }[]): void {
  if (changed.some((row) => row.role === 'instructor')) changesCatalogue(tx)
}
