import { and, eq, isNull, sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Material } from '../../contract/classes.ts'
import { CLASS_STATUSES, NO_FEEDBACK } from '../../contract/classes.ts'
import { users } from '../users/users.table.ts'

/** Classes. `offered` is the number of seats ever put on offer: seats still free and seats taken add up to it. */
export const classes = pgTable(
  'classes',
  {
    id: uuid().primaryKey().defaultRandom(),
    instructorId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    image: text().notNull(),
    priceMinor: integer().notNull(),
    seats: integer().notNull(),
    enroll: integer().notNull().default(0),
    offered: integer().notNull(),
    status: text({ enum: CLASS_STATUSES }).notNull().default('pending'),
    feedback: text().notNull().default(NO_FEEDBACK),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Its instructor is gone: it is not on offer any more, whatever its status; who is enrolled keeps it. */
    archivedAt: bigint({ mode: 'number' }),
    /** It does not take place: everyone who has paid gets their money back. */
    withdrawnAt: bigint({ mode: 'number' }),
    /** Its instructor has taken it away before anybody kept it: it is nowhere to be seen, but for what was paid and sent back. */
    deletedAt: bigint({ mode: 'number' }),
    /** Grows with every write of the row, by a trigger (migration 0006): whoever read an older one has something to hear first. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('classes_newest').on(t.status, t.createdAt.desc(), t.id),
    index('classes_by_age').on(t.createdAt.desc(), t.id),
    index('classes_instructor').on(t.instructorId),
    check('classes_seats', sql`${t.seats} >= 0 and ${t.enroll} >= 0 and ${t.seats} + ${t.enroll} = ${t.offered}`),
    check('classes_price', sql`${t.priceMinor} > 0`),
  ],
)

/** Classes that are still there, for their instructor and admins at least. */
export const isKept = isNull(classes.deletedAt)

/** Classes that can take place: whose instructor is there, and which are not taken off. */
export const isTaught = and(isNull(classes.archivedAt), isNull(classes.withdrawnAt), isKept)

/** Classes that the public sees, and that may be selected and paid for. */
export const isOnOffer = and(eq(classes.status, 'approve'), isTaught)

/** What an instructor gives to those who are enrolled in a class. */
export const materials = pgTable('class_materials', {
  classId: uuid()
    .primaryKey()
    .references(() => classes.id),
  text: text().notNull(),
  links: jsonb().$type<Material['links']>().notNull(),
  version: integer().notNull().default(1),
  updatedAt: bigint({ mode: 'number' }).notNull(),
})
