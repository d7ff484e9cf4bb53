/** Reads a student's enrolments. */
import { and, desc, eq, isNotNull, or, type SQL } from 'drizzle-orm'
import type { EndedEnrolment, EnrolledClass, EnrolledClassPage } from '#contract/enrolments.ts'
import { END_MESSAGES } from '#contract/refund-messages.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { type RunJson, runAsJson, toEnrolledRun } from '#server/domains/classes/class-runs.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import type { PrivateLinks } from '#server/domains/images/private-links.ts'
import * as Materials from '#server/domains/materials/materials.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, must, parseId } from '#server/platform/app-error.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { enrolments, isActive, isFirstSeat, materialReadings } from './enrolments.table.ts'
import { toEnd } from './enrolments.ts'
import { cancellationsLeft, recordReading } from './readings.ts'

/** Returns the classes that the actor is enrolled in, newest enrolment first. */
export async function list(ctx: Context): Promise<EnrolledClass[]> {
  const { db, actor } = ctx
  const rows = await db
    .select(ENROLLED_CLASS)
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(and(eq(enrolments.userId, actor.id), isActive, isFirstSeat))
    .orderBy(desc(enrolments.createdAt), enrolments.id)
  return rows.map((row) => toEnrolledClass(row, ctx))
}

/** Returns the enrolments of the actor that have ended, the last one first. */
export async function listEnded({ db, actor }: Context): Promise<EndedEnrolment[]> {
  const rows = await db
    .select({ enrolment: enrolments, className: classes.name })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .where(and(eq(enrolments.userId, actor.id), isNotNull(enrolments.endedAt)))
    .orderBy(desc(enrolments.endedAt), enrolments.id)
  return rows.map(({ enrolment: { id: _id, classId, runId, createdAt: created_at, ...end }, className }) => {
    return { _id, classId, className, runId, created_at, ended: must(toEnd(end)) }
  })
}

/**
 * Returns a class that the actor is enrolled in. Its material is recorded as read.
 * @param id of an enrolment; or of a class, for the last enrolment in it
 * @throws AppError NOT_FOUND, ENROLMENT_ENDED
 */
export async function get(ctx: Context, links: PrivateLinks, id: string): Promise<EnrolledClassPage> {
  const { db, actor } = ctx
  const [row] = await db
    .select({
      ...ENROLLED_CLASS,
      focus: classes.focus,
      paymentId: enrolments.paymentId,
      isRead: isNotNull(materialReadings.paymentId).mapWith(Boolean),
    })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(materialReadings, eq(materialReadings.paymentId, enrolments.paymentId))
    .where(and(eq(enrolments.userId, actor.id), matchesId(id), isActive))
    .orderBy(desc(enrolments.createdAt), enrolments.seat, enrolments.id)
    .limit(1)
  if (!row) throw await explainAbsence(ctx, matchesId(id))
  const { paymentId, isRead, focus, ...enrolled } = row
  const material = await Materials.readShown(ctx, links, enrolled.classId)
  if (material && paymentId && !isRead) await recordReading(ctx, paymentId)
  return { ...toEnrolledClass(enrolled, ctx), focus, material }
}

/** Matches an enrolment by its id, or by the id of its class. @throws AppError NOT_FOUND for an invalid id */
function matchesId(id: string) {
  return or(eq(enrolments.id, parseId(id)), eq(enrolments.classId, parseId(id)))
}

/** Returns the error for a student without an active enrolment: when and why the last one ended, so that an old link says so. */
export async function explainAbsence({ db, actor, school }: Context, filter: SQL | undefined): Promise<AppError> {
  const [row] = await db
    .select({ enrolment: enrolments, timeZone: runs.timeZone })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .where(and(eq(enrolments.userId, actor.id), filter, isNotNull(enrolments.endedAt)))
    .orderBy(desc(enrolments.endedAt), enrolments.id)
    .limit(1)
  const end = row && toEnd(row.enrolment)
  if (!end) return new AppError('NOT_FOUND')
  const zone = row.timeZone ?? school.current.time_zone
  const time = formatClockTime(toClockTime(end.at, zone), zone, { now: 'always' })
  return new AppError('ENROLMENT_ENDED', `Your enrolment ended on ${time}: ${END_MESSAGES[end.why]}.`)
}

const ENROLLED_CLASS = {
  _id: enrolments.id,
  classId: classes.id,
  className: classes.name,
  classImage: classes.image,
  instructorImage: users.image,
  instructorEmail: users.email,
  instructorName: users.name,
  listPriceMinor: classes.listPriceMinor,
  run: runAsJson,
  cancellations_left: cancellationsLeft,
}

type EnrolledRow = Omit<EnrolledClass, 'run' | 'seats' | 'enroll'> & { listPriceMinor: number; run: RunJson }

function toEnrolledClass({ listPriceMinor, run, ...enrolled }: EnrolledRow, ctx: Context): EnrolledClass {
  const { seats, enroll } = run
  return { ...enrolled, seats, enroll, run: toEnrolledRun(run, { ctx, listPriceMinor }) }
}
