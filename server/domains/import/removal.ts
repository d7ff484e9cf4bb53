/** Removes imports with their rows, in steps that hold locks for a short time. */
import { and, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import { IMPORT_HOURS } from '#contract/values/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { importRows, imports } from './import.table.ts'

const HOUR_MS = 60 * 60_000
const STEP_ROWS = 5_000

/** Removes an import with its rows. What it has imported stays. */
export async function remove(db: Database, id: string): Promise<void> {
  const some = db
    .select({ row: importRows.row })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(importRows.row)
    .limit(STEP_ROWS)
  for (;;) {
    const isNext = and(eq(importRows.importId, id), inArray(importRows.row, some))
    const removed = await transaction(db, (tx) =>
      tx.delete(importRows).where(isNext).returning({ row: importRows.row }),
    )
    if (removed.length < STEP_ROWS) break
  }
  await transaction(db, (tx) => tx.delete(imports).where(eq(imports.id, id)))
}

/** Removes imports a day after their last use, and an hour after an upload that the server did not finish. */
export async function removeOldImports(db: Database): Promise<void> {
  const [hour, day] = [Date.now() - HOUR_MS, Date.now() - IMPORT_HOURS * HOUR_MS]
  const isOld = or(
    and(eq(imports.status, 'uploading'), lt(imports.updatedAt, hour)),
    and(ne(imports.status, 'uploading'), isNull(imports.appliedAt), lt(imports.updatedAt, day)),
    and(isNotNull(imports.appliedAt), lt(imports.appliedAt, day)),
  )
  for (const { id } of await db.select({ id: imports.id }).from(imports).where(isOld)) await remove(db, id)
}
