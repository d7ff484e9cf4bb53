/** The verbs on classes. */
import { and, count, desc, eq, isNotNull, isNull, type SQL, sum } from 'drizzle-orm'
import {
  type ClassesQuery,
  type Instructor,
  type InstructorSummary,
  NO_FEEDBACK,
  POPULAR_CLASSES,
  type SchoolClass,
  TOP_INSTRUCTORS,
} from '#contract/classes.ts'
import { toMajor } from '#contract/money.ts'
import type { Page } from '#contract/pages.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { havingWords, inOrder, readPage } from '#server/database/lists.ts'
import { idFrom, orNotFound } from '#server/refusal.ts'
import { users } from '#server/users/users.table.ts'
import * as Users from '#server/users/users.ts'
import { classes, isKept, isOnOffer } from './classes.table.ts'

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

/** What the user of an e-mail (in lower case) teaches, of every status. Nobody's e-mail is not found. */
export async function ofInstructor(ctx: Ctx, email: string, query: ClassesQuery = {}): Promise<Page<SchoolClass>> {
  const { _id } = await Users.byEmail(ctx.db, email)
  return list(ctx, query, eq(classes.instructorId, _id))
}

/** Classes of every status, newest first unless it is said; words are looked for in the names of class and instructor. */
export async function list({ db, currency }: Ctx, query: ClassesQuery, only?: SQL): Promise<Page<SchoolClass>> {
  const words = havingWords(query.q, [classes.name, users.name, users.email])
  const chosen = and(isKept, only, query.status && eq(classes.status, query.status))
  const fitting = and(chosen, words)
  const rows = withInstructor(db)
    .where(fitting)
    .orderBy(...inOrder(query, SORTED_BY, classes.id))
  const all = db.select({ all: count() }).from(classes)
  // Every class has an instructor: to count, theirs are read for their names only.
  const counted = words ? all.innerJoin(users, eq(users.id, classes.instructorId)).where(fitting) : all.where(chosen)
  return readPage(query, rows.$dynamic(), (row) => forInsider(row, currency), counted)
}

const SORTED_BY = {
  created_at: classes.createdAt,
  className: classes.name,
  instructorName: users.name,
  instructorEmail: users.email,
  seats: classes.seats,
  price: classes.priceMinor,
  enroll: classes.enroll,
  status: classes.status,
}

/** One class: an approved one for anyone, any other for its instructor and admins only. */
export async function get(ctx: Ctx & { actor: Actor | null }, id: string): Promise<SchoolClass> {
  const [found] = await withInstructor(ctx.db).where(and(eq(classes.id, idFrom(id)), isKept))
  const row = orNotFound(found)
  if (ctx.actor?.role === 'admin' || ctx.actor?.id === row.classes.instructorId) return forInsider(row, ctx.currency)
  const { status, archivedAt, withdrawnAt } = row.classes
  const offered = status === 'approve' && !archivedAt && !withdrawnAt
  return forPublic(toClass(orNotFound(offered ? row : null), ctx.currency))
}

/** Takes the classes of an instructor who leaves out of the catalogue. Locks their rows. */
export async function archiveOf(tx: Database, instructorId: string): Promise<void> {
  const taught = and(eq(classes.instructorId, instructorId), isNull(classes.archivedAt))
  await tx.update(classes).set({ archivedAt: Date.now() }).where(taught)
}

/** Puts the classes of somebody who teaches again back where they were. Locks their rows. */
export async function bringBack(tx: Database, instructorId: string): Promise<void> {
  const archived = and(eq(classes.instructorId, instructorId), isNotNull(classes.archivedAt))
  await tx.update(classes).set({ archivedAt: null }).where(archived)
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
  }
}

/** As its instructor and admins see it. */
function forInsider(row: Row, currency: string): SchoolClass {
  const { withdrawnAt, archivedAt, version } = row.classes
  return {
    ...toClass(row, currency),
    ...(withdrawnAt === null ? {} : { withdrawn_at: withdrawnAt }),
    ...(archivedAt === null ? {} : { archived_at: archivedAt }),
    version,
  }
}

/** An admin's words are for the instructor. */
function forPublic(found: SchoolClass): SchoolClass {
  return { ...found, feedback: NO_FEEDBACK }
}
