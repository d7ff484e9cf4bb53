import { bigint, index, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { classes } from '../classes/classes.table.ts'
import { payments } from '../payments/payments.table.ts'
import { users } from '../users/users.table.ts'

/** A student's enrolment in a class, once for each class, by one payment. */
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
    paymentId: uuid()
      .notNull()
      .unique()
      .references(() => payments.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('enrolments_once').on(t.userId, t.classId),
    index('enrolments_of_class').on(t.classId, t.createdAt.desc(), t.id),
  ],
)

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
