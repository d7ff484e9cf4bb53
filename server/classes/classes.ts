/** The verbs on classes. */
import { and, count, desc, eq, isNull, sum } from 'drizzle-orm'
import {
  type Instructor,
  type InstructorSummary,
  NO_FEEDBACK,
  POPULAR_CLASSES,
  type SchoolClass,
  TOP_INSTRUCTORS,
} from '#contract/classes.ts'
import { toMajor } from '#contract/money.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { idFrom, orNotFound } from '#server/refusal.ts'
import { users } from '#server/users/users.table.ts'
import * as Users from '#server/users/users.ts'
import { classes, isOnOffer } from './classes.table.ts'

type Ctx = Pick<Context, 'db' | 'currency'>

/** Approved classes, newest first, as the public reads them. */
export async function approved({ db, currency }: Ctx): Promise<SchoolClass[]> {
  const rows = await withInstructor(db).where(isOnOffer).orderBy(desc(classes.createdAt), classes.id)
  return rows.map((row) => forPublic(toClass(row, currency)))
}

/** The approved classes with the most enrolments, as the public reads them. */
export async function popular({ db, currency }: Ctx): Promise<SchoolClass[]> {
  const rows = await withInstructor(db)
    .where(isOnOffer)
    .orderBy(desc(classes.enroll), desc(classes.createdAt), classes.id)
    .limit(POPULAR_CLASSES)
  return rows.map((row) => forPublic(toClass(row, currency)))
}

/** The instructors with the most enrolments in their approved classes, one entry each. */
export async function topInstructors({ db }: Ctx): Promise<InstructorSummary[]> {
  const enrollSum = sum(classes.enroll).mapWith(Number)
  return db
    .select({ instructorImage: users.image, instructorEmail: users.email, instructorName: users.name, enrollSum })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(isOnOffer)
    .groupBy(users.id)
    .orderBy(desc(enrollSum), desc(count()), users.id)
    .limit(TOP_INSTRUCTORS)
}

/** Everyone who teaches, newest first. */
export async function instructors({ db }: Ctx): Promise<Instructor[]> {
  return db
    .select({ _id: users.id, image: users.image, email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.role, 'instructor'), isNull(users.deletedAt)))
    .orderBy(desc(users.createdAt), users.id)
}

/** What the user of an e-mail (in lower case) teaches, of every status, newest first. Nobody's e-mail is not found. */
export async function ofInstructor({ db, currency }: Ctx, email: string): Promise<SchoolClass[]> {
  const { _id } = await Users.byEmail(db, email)
  const rows = await withInstructor(db)
    .where(eq(classes.instructorId, _id))
    .orderBy(desc(classes.createdAt), classes.id)
  return rows.map((row) => toClass(row, currency))
}

/** Every class of every status, newest first. */
export async function all({ db, currency }: Ctx): Promise<SchoolClass[]> {
  const rows = await withInstructor(db).orderBy(desc(classes.createdAt), classes.id)
  return rows.map((row) => toClass(row, currency))
}

/** One class: an approved one for anyone, any other for its instructor and admins only. */
export async function get(ctx: Ctx & { actor: Actor | null }, id: string): Promise<SchoolClass> {
  const [row] = await withInstructor(ctx.db).where(eq(classes.id, idFrom(id)))
  const found = toClass(orNotFound(row), ctx.currency)
  const insider = ctx.actor?.role === 'admin' || ctx.actor?.id === row?.classes.instructorId
  if (insider) return found
  const offered = found.status === 'approve' && !row?.classes.archivedAt && !row?.classes.withdrawnAt
  return forPublic(orNotFound(offered ? found : null))
}

/** Takes the classes of an instructor who leaves out of the catalogue. Locks their rows. */
export async function archiveOf(tx: Database, instructorId: string): Promise<void> {
  const taught = and(eq(classes.instructorId, instructorId), isNull(classes.archivedAt))
  await tx.update(classes).set({ archivedAt: Date.now() }).where(taught)
}

function withInstructor(db: Ctx['db']) {
  return db.select().from(classes).innerJoin(users, eq(users.id, classes.instructorId))
}

type Row = { classes: typeof classes.$inferSelect; users: typeof users.$inferSelect }

function toClass({ classes: c, users: instructor }: Row, currency: string): SchoolClass {
  return {
    _id: c.id,
    className: c.name,
    classImage: c.image,
    instructorName: instructor.name,
    instructorImage: instructor.image,
    instructorEmail: instructor.email,
    price: toMajor(c.priceMinor, currency),
    seats: c.seats,
    status: c.status,
    feedback: c.feedback,
    enroll: c.enroll,
    created_at: c.createdAt,
    ...(c.withdrawnAt === null ? {} : { withdrawn_at: c.withdrawnAt }),
  }
}

/** An admin's words are for the instructor. */
function forPublic(found: SchoolClass): SchoolClass {
  return { ...found, feedback: NO_FEEDBACK }
}
