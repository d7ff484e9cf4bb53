/** Classes that an import makes. They wait for approval like others. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { importedAt, importRows } from '#server/domains/import/import.table.ts'
import { materialFiles, materials } from '#server/domains/materials/materials.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { fold } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { classes, isNotDeleted } from './classes.table.ts'
import { runs } from './runs/runs.table.ts'

/** The id of the class of a staged row. */
export const importedClassId = sql`(${importRows.data} ->> 'classId')::uuid`

const namesake = sql`select from ${classes} where ${classes.instructorId} = ${users.id}
  and ${fold(classes.name)} = ${fold(sql`${importRows.data} ->> 'name'`)} and ${classes.deletedAt} is null`

/** Inserts the classes of staged rows. Leaves out those that exist by now, and those whose instructor is no longer one. */
export async function insertImported(tx: Transaction, rows: SQL, image: string): Promise<void> {
  const { data } = importRows
  await tx.execute(sql`insert into ${classes} (id, instructor_id, name, image, list_price_minor, level, description, created_at)
    select ${importedClassId}, ${users.id}, ${data} ->> 'name', ${image}, (${data} ->> 'priceMinor')::bigint,
      ${data} ->> 'level', ${data} ->> 'description', ${importedAt}
    from ${importRows} join ${users} on ${users.id} = (${data} ->> 'instructorId')::uuid
    where ${rows} and (${data} ->> 'isFirst')::boolean and ${users.role} = 'instructor' and ${users.deletedAt} is null
      and not exists (${namesake})
    for share of ${users}`)
}

/** Deletes those of the classes of staged rows that no one has changed, approved or used since. */
export async function removeImported(tx: Transaction, rows: SQL): Promise<void> {
  const ids = tx
    .select({ id: sql<string>`${importedClassId}` })
    .from(importRows)
    .where(rows)
  const isImported = and(inArray(classes.id, ids), isNotDeleted)
  // The versions are compared after the lock, so that a change at the same time counts.
  await tx.select({ id: classes.id }).from(classes).where(isImported).orderBy(classes.id).for('update')
  const isUntouched = and(eq(classes.version, 1), isNull(classes.withdrawnAt), isNull(classes.archivedAt))
  const hasChange = sql`exists (select from ${runs} where ${runs.classId} = ${classes.id} and (${runs.version} <> 1
    or not exists (select from ${importRows} where ${rows} and ${importRows.recordId} = ${runs.id})))`
  const hasMaterial = sql`(exists (select from ${materials} where ${materials.classId} = ${classes.id})
    or exists (select from ${materialFiles} where ${materialFiles.classId} = ${classes.id}))`
  await tx
    .update(classes)
    .set({ deletedAt: Date.now() })
    .where(and(isImported, isUntouched, sql`not ${hasChange}`, sql`not ${hasMaterial}`))
}
