/** Sessions whose time the school has to check, after the rules of a time zone have changed. Admins see them under Status. */
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { TimeCheck } from '#contract/status.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { readSessionClocks } from '#server/domains/classes/runs/clock-times.ts'
import { isNotCanceled, runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { timeChecks } from './calendar.table.ts'

/** A session to check, and why. */
export interface NewCheck {
  sessionId: string
  message: string
}

const MAX_CHECKS = 100

export async function add(tx: Transaction, checks: readonly NewCheck[]): Promise<void> {
  if (checks.length === 0) return
  await tx.insert(timeChecks).values(checks.map((check) => ({ ...check, createdAt: Date.now() })))
}

/** Returns those of sessions that have not ended, in their order. */
export async function list(db: Database): Promise<TimeCheck[]> {
  const rows = await db
    .select({ check: timeChecks, session: runSessions, run: runs, class: { id: classes.id, name: classes.name } })
    .from(timeChecks)
    .innerJoin(runSessions, eq(runSessions.id, timeChecks.sessionId))
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(and(gt(runSessions.endsAt, Date.now()), isNotCanceled, Classes.matchesOwner(undefined)))
    .orderBy(asc(runSessions.startsAt), asc(timeChecks.id))
    .limit(MAX_CHECKS)
  return rows.map(({ check, session, run, class: { id, name } }) => ({
    ...{ _id: check.id, classId: id, runId: run.id, className: name, message: check.message },
    time: formatSession(readSessionClocks(session, run), run.timeZone, { now: 'always' }),
  }))
}

/** Removes those of a run whose times an instructor has saved. */
export async function clear(tx: Transaction, runId: string): Promise<void> {
  const ofRun = tx.select({ id: runSessions.id }).from(runSessions).where(eq(runSessions.runId, runId))
  await tx.delete(timeChecks).where(inArray(timeChecks.sessionId, ofRun))
}

/** Removes one that an admin has done. @throws AppError NOT_FOUND, also where it is gone */
export async function dismiss(db: Database, id: string): Promise<number> {
  const removed = await db
    .delete(timeChecks)
    .where(eq(timeChecks.id, parseId(id)))
    .returning({ id: timeChecks.id })
  orNotFound(removed[0])
  return removed.length
}
