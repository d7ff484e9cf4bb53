/** The verbs on enrolments. An enrolment takes a seat of its class, and returns it when it ends. */
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { EnrolledClass, EnrolledClassPage } from '#contract/enrolments.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { materials } from '#server/domains/materials/materials.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { enrolments, materialReadings } from './enrolments.table.ts'
import { cancellationsLeft, recordReading } from './readings.ts'

type NewEnrolment = Pick<typeof enrolments.$inferInsert, 'userId' | 'classId' | 'paymentId' | 'createdAt'>

/** Enrols a student by a payment, and returns the enrolment's id. The caller has locked the class and found a free seat. */
export async function enrol(tx: Transaction, enrolment: NewEnrolment): Promise<string> {
  const [created] = await tx.insert(enrolments).values(enrolment).returning({ id: enrolments.id })
  await Classes.takeSeat(tx, enrolment.classId)
  return must(created).id
}

/** Ends the enrolment of a payment, if there is one. The caller has locked the class. */
export async function end(tx: Transaction, paymentId: string): Promise<void> {
  const [ended] = await tx.delete(enrolments).where(eq(enrolments.paymentId, paymentId)).returning()
  if (ended) await Classes.returnSeat(tx, ended.classId)
}

/** Returns whether a student is enrolled in a class. */
export async function isEnrolled(db: Database, userId: string, classId: string): Promise<boolean> {
  const isOwn = and(eq(enrolments.userId, userId), eq(enrolments.classId, classId))
  return (await db.select({ id: enrolments.id }).from(enrolments).where(isOwn)).length > 0
}

/** Returns whether any student is enrolled in a class. */
export async function hasStudents(db: Database, classId: string): Promise<boolean> {
  const isInClass = eq(enrolments.classId, classId)
  return (await db.select({ id: enrolments.id }).from(enrolments).where(isInClass).limit(1)).length > 0
}

/** Returns the classes that the actor is enrolled in, newest enrolment first. */
export async function listEnrolledClasses({ db, actor }: Context): Promise<EnrolledClass[]> {
  return db
    .select(ENROLLED_CLASS)
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(enrolments.userId, actor.id))
    .orderBy(desc(enrolments.createdAt), enrolments.id)
}

/** Returns a class that the actor is enrolled in. Its material is recorded as read. @throws AppError NOT_FOUND */
export async function getEnrolledClass(ctx: Context, classId: string): Promise<EnrolledClassPage> {
  const { db, actor } = ctx
  const [row] = await db
    .select({
      ...ENROLLED_CLASS,
      material: { text: materials.text, links: materials.links },
      paymentId: enrolments.paymentId,
      isRead: isNotNull(materialReadings.paymentId).mapWith(Boolean),
    })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(materials, eq(materials.classId, classes.id))
    .leftJoin(materialReadings, eq(materialReadings.paymentId, enrolments.paymentId))
    .where(and(eq(enrolments.userId, actor.id), eq(enrolments.classId, parseId(classId))))
  const { paymentId, isRead, ...page } = orNotFound(row)
  if (page.material && !isRead) await recordReading(ctx, paymentId)
  return page
}

const ENROLLED_CLASS = {
  _id: enrolments.id,
  classId: classes.id,
  className: classes.name,
  classImage: classes.image,
  instructorImage: users.image,
  instructorEmail: users.email,
  instructorName: users.name,
  seats: classes.seats,
  enroll: classes.enroll,
  cancellations_left: cancellationsLeft,
}
