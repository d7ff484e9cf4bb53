/** The verbs on attendance: an instructor records who attended a session, and admins read it. */
import { and, asc, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { AttendedSession, AttendingStudent } from '#contract/attendance.ts'
import { hasDayBegun } from '#contract/values/session-times.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { readSessionClocks } from '#server/domains/classes/runs/clock-times.ts'
import { runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import * as Sessions from '#server/domains/classes/runs/sessions.ts'
import { bookedBy, enrolments, isActive, participant } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { byLetters } from '#server/platform/database/lists.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { attendance } from './attendance.table.ts'

/** Returns the students of a session's run by name, and those who attended before they left it; no deleted users. @throws AppError NOT_FOUND for another instructor's session */
export async function list({ db, actor }: Context, sessionId: string): Promise<AttendingStudent[]> {
  const { session } = await Sessions.find(db, sessionId, Classes.limitToOwner(actor))
  const isRecorded = and(eq(attendance.enrolmentId, enrolments.id), eq(attendance.sessionId, session.id))
  return db
    .select({
      _id: enrolments.id,
      name: participant,
      email: users.email,
      image: users.image,
      seat: enrolments.seat,
      booked_by: bookedBy,
      attended: isNotNull(attendance.enrolmentId).mapWith(Boolean),
      ended: isNotNull(enrolments.endedAt).mapWith(Boolean),
    })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .leftJoin(attendance, isRecorded)
    .where(
      and(
        eq(enrolments.runId, session.runId),
        or(isActive, isNotNull(attendance.enrolmentId)),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(byLetters(participant), asc(enrolments.seat), asc(enrolments.id))
}

/** Returns the sessions that the actor attended, newest first. */
export async function listAttended({ db, actor }: Context): Promise<AttendedSession[]> {
  const rows = await db
    .select({ classId: classes.id, className: classes.name, session: runSessions, run: runs })
    .from(attendance)
    .innerJoin(enrolments, eq(enrolments.id, attendance.enrolmentId))
    .innerJoin(runSessions, eq(runSessions.id, attendance.sessionId))
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .where(eq(enrolments.userId, actor.id))
    .orderBy(desc(runSessions.startsAt), runSessions.id)
  // Further seats of a date are for other people, and attended with the first.
  const once = new Map(rows.map((row) => [row.session.id, row]))
  return [...once.values()].map(({ session, run, ...ofClass }) => ({
    ...{ ...ofClass, starts_at: session.startsAt, starts: readSessionClocks(session, run).starts },
  }))
}

/**
 * Records whether a student attended a session of the actor. Returns 0 where that is recorded already.
 * @throws AppError NOT_FOUND, RUN_CANCELED, SESSION_AHEAD before the day of the session in its run's zone
 */
export async function record(
  ctx: Context,
  { id, enrolmentId }: { id: string; enrolmentId: string },
  attended: boolean,
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { session, run } = await Sessions.find(tx, id, ctx.actor.id)
    // Until the row refers to it, the lock keeps the enrolment from ending and from moving to another run.
    const isOfRun = and(eq(enrolments.id, parseId(enrolmentId)), eq(enrolments.runId, run.id), isActive)
    const [enrolment] = await tx.select({ id: enrolments.id }).from(enrolments).where(isOfRun).for('share')
    const values = { sessionId: session.id, enrolmentId: orNotFound(enrolment).id, createdAt: Date.now() }
    if (run.canceledAt !== null) throw new AppError('RUN_CANCELED')
    if (!hasDayBegun({ starts_at: session.startsAt, starts: readSessionClocks(session, run).starts }))
      throw new AppError('SESSION_AHEAD')
    const isSame = and(eq(attendance.sessionId, values.sessionId), eq(attendance.enrolmentId, values.enrolmentId))
    const changed = attended
      ? await tx.insert(attendance).values(values).onConflictDoNothing().returning()
      : await tx.delete(attendance).where(isSame).returning()
    return changed.length
  })
}
