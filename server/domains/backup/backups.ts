/** The record of complete backups, which the status page shows. */
import { max, sql } from 'drizzle-orm'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { backups } from './backup.table.ts'

/** Records a backup. `npm run backup` also reads databases of the previous version, which have no such table. */
export async function recordBackup(db: Database, takenAt: Date): Promise<void> {
  const [table] = await readRows<{ found: string | null }>(db, sql`select to_regclass('backups')::text as found`)
  if (table?.found) await db.insert(backups).values({ takenAt: takenAt.getTime() })
}

/** Returns when the newest complete backup was taken, or null. */
export async function findLastBackup(db: Database): Promise<number | null> {
  const [row] = await db.select({ last: max(backups.takenAt) }).from(backups)
  return row?.last ?? null
}
