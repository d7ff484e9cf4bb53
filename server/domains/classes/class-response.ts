/** Reads classes with their instructors and builds the contract's `SchoolClass` from them. */
import { eq } from 'drizzle-orm'
import { NO_FEEDBACK, type SchoolClass } from '#contract/classes.ts'
import { toMajor } from '#contract/values/money.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Context } from '#server/ports/context.ts'
import { classes } from './classes.table.ts'

export function selectWithInstructor(db: Database) {
  return db.select().from(classes).innerJoin(users, eq(users.id, classes.instructorId))
}

type Row = { classes: typeof classes.$inferSelect; users: typeof users.$inferSelect }

/** Builds a class for the public, who never read an admin's feedback. */
export function toPublicClass({ classes: row, users: instructor }: Row, currency: string): SchoolClass {
  return {
    _id: row.id,
    className: row.name,
    classImage: row.image,
    instructorName: instructor.name,
    instructorImage: instructor.image,
    instructorEmail: instructor.email,
    price: toMajor(row.listPriceMinor, currency),
    seats: row.seats,
    status: row.status,
    feedback: NO_FEEDBACK,
    enroll: row.enroll,
    created_at: row.createdAt,
  }
}

/** Returns the public fields of a class that exists, whatever its status. */
export async function readPublicClass(
  { currency }: Pick<Context, 'currency'>,
  db: Database,
  id: string,
): Promise<SchoolClass> {
  const [row] = await selectWithInstructor(db).where(eq(classes.id, id))
  return toPublicClass(must(row), currency)
}

/** Builds a class for its instructor and for admins. */
export function toManagedClass(row: Row, currency: string): SchoolClass {
  const { feedback, withdrawnAt, archivedAt, version } = row.classes
  return {
    ...toPublicClass(row, currency),
    feedback,
    ...(withdrawnAt === null ? {} : { withdrawn_at: withdrawnAt }),
    ...(archivedAt === null ? {} : { archived_at: archivedAt }),
    version,
  }
}
