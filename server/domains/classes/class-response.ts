/** Reads classes with their instructors and builds the contract's `SchoolClass` from them. */
import { eq } from 'drizzle-orm'
import { NO_FEEDBACK, type SchoolClass } from '#contract/classes.ts'
import { toMajor } from '#contract/values/money.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOpenToEnroll, type RunJson, runsAsJson, toManagedRun, toRun } from './class-runs.ts'
import { classes } from './classes.table.ts'

export function selectWithInstructor(db: Database) {
  return db
    .select({ classes, users, runs: runsAsJson })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
}

interface Row {
  classes: typeof classes.$inferSelect
  users: typeof users.$inferSelect
  runs: RunJson[]
}

/** Builds a class for the public, who never read an admin's feedback. */
export function toPublicClass({ classes: row, users: instructor, runs }: Row, currency: string): SchoolClass {
  const enrollable = runs.filter(isOpenToEnroll)
  return {
    _id: row.id,
    className: row.name,
    classImage: row.image,
    instructorName: instructor.name,
    instructorImage: instructor.image,
    instructorEmail: instructor.email,
    price: toMajor(row.listPriceMinor, currency),
    seats: enrollable.reduce((sum, run) => sum + run.seats, 0),
    status: row.status,
    feedback: NO_FEEDBACK,
    enroll: row.enroll,
    runs: enrollable.map((run) => toRun(run, { listPriceMinor: row.listPriceMinor, currency })),
    created_at: row.createdAt,
  }
}

/** Builds a class for its instructor and for admins. */
export function toManagedClass(row: Row, currency: string): SchoolClass {
  const { feedback, withdrawnAt, archivedAt, version, listPriceMinor } = row.classes
  return {
    ...toPublicClass(row, currency),
    runs: row.runs.map((run) => toManagedRun(run, { listPriceMinor, currency })),
    feedback,
    ...(withdrawnAt === null ? {} : { withdrawn_at: withdrawnAt }),
    ...(archivedAt === null ? {} : { archived_at: archivedAt }),
    version,
  }
}
