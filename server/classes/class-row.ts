/** A class's row, for those who work on it: read, or held for a write. */
import { and, eq, type SQL } from 'drizzle-orm'
import type { Actor } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { idFrom, orNotFound, Refusal } from '#server/refusal.ts'
import { classes, isKept } from './classes.table.ts'

export type ClassRow = typeof classes.$inferSelect

/** @param instructorId whose it must be, where that matters: to others it does not exist. @throws Refusal NOT_FOUND */
export async function findClass(db: Database, id: string, instructorId?: string): Promise<ClassRow> {
  const [row] = await db.select().from(classes).where(byId(id, instructorId))
  return orNotFound(row)
}

/**
 * Locks a class until the transaction ends.
 * @param instructorId as in `findClass`
 * @param ifMatch the version that the caller has read, where they said it
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE
 */
export async function lockClass(
  tx: Database,
  id: string,
  { instructorId, ifMatch }: { instructorId?: string | undefined; ifMatch?: number | undefined } = {},
): Promise<ClassRow> {
  const [found] = await tx.select().from(classes).where(byId(id, instructorId)).for('update')
  const row = orNotFound(found)
  refuseChanged(row, ifMatch)
  return row
}

/** @throws Refusal CHANGED_MEANWHILE where what the caller has read is not what is there */
export function refuseChanged({ version }: { version: number }, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== version) throw new Refusal('CHANGED_MEANWHILE')
}

/** Whose a class must be for the actor to reach it: an admin reaches any. */
export function ownerUnlessAdmin({ id, role }: Actor): string | undefined {
  return role === 'admin' ? undefined : id
}

function byId(id: string, instructorId: string | undefined): SQL | undefined {
  const theirs = instructorId === undefined ? undefined : eq(classes.instructorId, instructorId)
  return and(eq(classes.id, idFrom(id)), isKept, theirs)
}
