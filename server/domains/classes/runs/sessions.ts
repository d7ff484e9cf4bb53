/** The sessions of runs. */
import { and, eq } from 'drizzle-orm'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { classes } from '../classes.table.ts'
import * as Classes from '../classes.ts'
import { runSessions, runs } from './runs.table.ts'

/** A session to store. Without an id it is new. */
export type SessionFields = Omit<typeof runSessions.$inferInsert, 'runId'>

/** Replaces the sessions of a run. Those whose id is known are kept, so that calendars recognize them. */
export async function saveSessions(tx: Transaction, runId: string, sessions: readonly SessionFields[]): Promise<void> {
  const rows = await tx.select({ id: runSessions.id }).from(runSessions).where(eq(runSessions.runId, runId))
  const ids = new Set(rows.map(({ id }) => id))
  for (const { id } of rows) {
    if (!sessions.some((session) => session.id === id)) await tx.delete(runSessions).where(eq(runSessions.id, id))
  }
  for (const { id, ...times } of sessions) {
    if (id !== undefined && ids.delete(id)) await tx.update(runSessions).set(times).where(eq(runSessions.id, id))
    else await tx.insert(runSessions).values({ ...times, runId })
  }
}

/** Returns a session with its run. `instructorId` limits it to the classes of one instructor. @throws AppError NOT_FOUND */
export async function find(db: Database, id: string, instructorId?: string) {
  const [row] = await db
    .select({ session: runSessions, run: runs })
    .from(runSessions)
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(and(eq(runSessions.id, parseId(id)), Classes.matchesOwner(instructorId)))
  return orNotFound(row)
}
