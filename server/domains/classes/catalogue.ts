/** The public lists of classes and instructors. */
import { and, count, desc, eq, sql, sum } from 'drizzle-orm'
import {
  type InstructorSummary,
  type ListedInstructor,
  POPULAR_CLASS_COUNT,
  type SchoolClass,
  TOP_INSTRUCTOR_COUNT,
} from '#contract/classes.ts'
import { profiles } from '#server/domains/profiles/profiles.table.ts'
import * as Profiles from '#server/domains/profiles/profiles.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isInstructor } from '#server/domains/users/users.ts'
import type { Context } from '#server/ports/context.ts'
import { selectWithInstructor, toPublicClass } from './class-response.ts'
import { classes, isOnOffer } from './classes.table.ts'

type Ctx = Pick<Context, 'db' | 'currency' | 'school'>

/** Returns the classes on offer, newest first. */
export async function listApproved(ctx: Ctx): Promise<SchoolClass[]> {
  const rows = await selectWithInstructor(ctx.db).where(isOnOffer).orderBy(desc(classes.createdAt), classes.id)
  return rows.map((row) => toPublicClass(row, ctx))
}

/** Returns the classes on offer with the most enrolments. */
export async function listPopular(ctx: Ctx): Promise<SchoolClass[]> {
  const rows = await selectWithInstructor(ctx.db)
    .where(isOnOffer)
    .orderBy(desc(classes.enroll), desc(classes.createdAt), classes.id)
    .limit(POPULAR_CLASS_COUNT)
  return rows.map((row) => toPublicClass(row, ctx))
}

/** Returns the instructors with the most enrolments in their classes on offer, each once. */
export async function listTopInstructors({ db }: Ctx): Promise<InstructorSummary[]> {
  const enrollSum = sum(classes.enroll).mapWith(Number)
  return db
    .select({
      instructorImage: users.image,
      instructorEmail: users.email,
      instructorName: users.name,
      instructorId: users.id,
      enrollSum,
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(isOnOffer)
    .groupBy(users.id)
    .orderBy(desc(enrollSum), desc(count()), users.id)
    .limit(TOP_INSTRUCTOR_COUNT)
}

/** Returns all instructors, newest first. */
export async function listInstructors({ db }: Ctx): Promise<ListedInstructor[]> {
  const { id: _id, image, email, name } = users
  const enrollSum = sql<number>`coalesce(${sum(classes.enroll)}, 0)`.mapWith(Number)
  const rows = await db
    .select({ _id, image, email, name, classes: count(classes.id), enrollSum, biography: profiles.biography })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(classes, and(eq(classes.instructorId, users.id), isOnOffer))
    .where(isInstructor)
    .groupBy(users.id, profiles.userId)
    .orderBy(desc(users.createdAt), users.id)
  return rows.map(({ biography, ...row }) => ({ ...row, line: Profiles.toLine(biography ?? '') }))
}
