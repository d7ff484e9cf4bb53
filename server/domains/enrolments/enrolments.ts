/** The verbs on enrolments. An enrolment takes a seat of its run, and returns it when it ends. */
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { EnrolledClass, EnrolledClassPage } from '#contract/enrolments.ts'
import { type RunJson, runAsJson, toEnrolledRun } from '#server/domains/classes/class-runs.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { materials } from '#server/domains/materials/materials.table.ts'
import { type RunRow, runs } from '#server/domains/runs/runs.table.ts'
import { returnSeat, takeSeat } from '#server/domains/runs/seats.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { enrolments, materialReadings, selectCurrentEnrolment } from './enrolments.table.ts'
import { cancellationsLeft, recordReading } from './readings.ts'

export type EnrolmentRow = typeof enrolments.$inferSelect
type NewEnrolment = typeof enrolments.$inferInsert

/** Enrols a student, and returns the id of the enrolment. The caller has locked the class and found a free seat. */
export async function enrol(tx: Transaction, enrolment: NewEnrolment): Promise<string> {
  const [created] = await tx.insert(enrolments).values(enrolment).returning({ id: enrolments.id })
  await takeSeat(tx, enrolment.runId)
  return must(created).id
}

/** Moves an enrolment to another run of its locked class, in which the caller has found a free seat. */
export async function move(tx: Transaction, { id, runId }: EnrolmentRow, to: string): Promise<void> {
  await tx.update(enrolments).set({ runId: to }).where(eq(enrolments.id, id))
  await returnSeat(tx, runId)
  await takeSeat(tx, to)
}

/** Ends an enrolment of a locked class. */
export async function remove(tx: Transaction, { id, runId }: EnrolmentRow): Promise<void> {
  await tx.delete(enrolments).where(eq(enrolments.id, id))
  await returnSeat(tx, runId)
}

/** Ends the enrolment of a payment, if there is one. The caller has locked the class. */
export async function end(tx: Transaction, paymentId: string): Promise<void> {
  const [ended] = await tx.delete(enrolments).where(eq(enrolments.paymentId, paymentId)).returning()
  if (ended) await returnSeat(tx, ended.runId)
}

/** Returns whether a student is enrolled in a run, even after its end, or in another run of its class that has not ended. */
export async function isEnrolled(
  db: Database,
  userId: string,
  { id: runId, classId }: Pick<RunRow, 'id' | 'classId'>,
): Promise<boolean> {
  return (await selectCurrentEnrolment(db, { userId, classId, runId })).length > 0
}

/** Returns whether any student is enrolled in a class. */
export async function hasStudents(db: Database, classId: string): Promise<boolean> {
  const isInClass = eq(enrolments.classId, classId)
  return (await db.select({ id: enrolments.id }).from(enrolments).where(isInClass).limit(1)).length > 0
}

/** Returns the classes that the actor is enrolled in, newest enrolment first. */
export async function listEnrolledClasses({ db, actor, currency }: Context): Promise<EnrolledClass[]> {
  const rows = await db
    .select(ENROLLED_CLASS)
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(enrolments.userId, actor.id))
    .orderBy(desc(enrolments.createdAt), enrolments.id)
  return rows.map((row) => toEnrolledClass(row, currency))
}

/** Returns a class that the actor is enrolled in. Its material is recorded as read. @throws AppError NOT_FOUND */
export async function getEnrolledClass(ctx: Context, classId: string): Promise<EnrolledClassPage> {
  const { db, actor, currency } = ctx
  const [row] = await db
    .select({
      ...ENROLLED_CLASS,
      material: { text: materials.text, links: materials.links },
      paymentId: enrolments.paymentId,
      isRead: isNotNull(materialReadings.paymentId).mapWith(Boolean),
    })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(materials, eq(materials.classId, classes.id))
    .leftJoin(materialReadings, eq(materialReadings.paymentId, enrolments.paymentId))
    .where(and(eq(enrolments.userId, actor.id), eq(enrolments.classId, parseId(classId))))
    .orderBy(desc(enrolments.createdAt), enrolments.id)
    .limit(1)
  const { paymentId, isRead, material, ...enrolled } = orNotFound(row)
  if (material && paymentId && !isRead) await recordReading(ctx, paymentId)
  return { ...toEnrolledClass(enrolled, currency), material }
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

function toEnrolledClass({ listPriceMinor, run, ...enrolled }: EnrolledRow, currency: string): EnrolledClass {
  const { seats, enroll } = run
  return { ...enrolled, seats, enroll, run: toEnrolledRun(run, { listPriceMinor, currency }) }
}
