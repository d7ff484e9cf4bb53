import { and, eq, or, sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ENROLMENT_SOURCES } from '../../../contract/enrolments.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Value } from '../../platform/database/statement.ts'
import { classes } from '../classes/classes.table.ts'
import { payments } from '../payments/payments.table.ts'
import { isCurrent, runs } from '../runs/runs.table.ts'
import { users } from '../users/users.table.ts'

/**
 * A student's enrolment in a run. The payment is the one that bought it; an admin grants or imports an enrolment without one, and
 * states the reason.
 */
export const enrolments = pgTable(
  'enrolments',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    source: text({ enum: ENROLMENT_SOURCES }).notNull().default('payment'),
    paymentId: uuid()
      .unique()
      .references(() => payments.id),
    /** The admin who granted or imported it, and why. */
    grantedBy: uuid().references(() => users.id),
    reason: text(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('enrolments_once').on(t.userId, t.runId),
    index('enrolments_of_run').on(t.runId),
    index('enrolments_granted_by').on(t.grantedBy).where(sql`${t.grantedBy} is not null`),
    check('enrolments_source', sql`(${t.source} = 'payment') = (${t.paymentId} is not null)`),
    index('enrolments_of_class').on(t.classId, t.createdAt.desc(), t.id),
  ],
)

interface CurrentEnrolment {
  userId: Value<string>
  classId: Value<string>
  runId?: string
  /** Milliseconds since 1970; the current time by default. */
  now?: Value<number>
}

/**
 * Selects a student's enrolment in a run of a class that has not ended, or in a run of it whatever its state. The class is that of the run,
 * since an index of enrolments has student and run, and none has student and class.
 */
export function selectCurrentEnrolment(db: Database, { userId, classId, runId, now }: CurrentEnrolment) {
  const isInRun = runId === undefined ? undefined : eq(enrolments.runId, runId)
  return db
    .select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .where(and(eq(enrolments.userId, userId), eq(runs.classId, classId), or(isCurrent(now), isInRun)))
}

/** The first time that a student read the material of a class, for each payment. It outlives a cancelled enrolment. */
export const materialReadings = pgTable(
  'material_readings',
  {
    paymentId: uuid()
      .primaryKey()
      .references(() => payments.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('material_readings_of_student').on(t.userId, t.classId)],
)
