import { eq, sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { SIGN_UPS } from '../../../contract/school.ts'

/** The id of the only row, which migration 0020 inserts. The activity log refers to it. */
export const SCHOOL_ID = '00000000-0000-4000-8000-000000000001'

/**
 * What the school says about itself: one row. Its columns are named like the fields of the contract. Null means that the default of
 * the environment applies.
 */
export const school = pgTable(
  'school',
  {
    id: uuid().primaryKey().default(SCHOOL_ID),
    name: text(),
    address: text(),
    email: text(),
    phone: text(),
    opening_hours: text(),
    social: text(),
    professional: text(),
    photos: text(),
    time_zone: text(),
    logo: text(),
    favicon: text(),
    accent: text(),
    footer_line: text(),
    home_line: text(),
    classes_line: text(),
    instructors_line: text(),
    cancellation_terms: text(),
    sender_name: text(),
    sign_up: text({ enum: SIGN_UPS }),
    currency: text(),
    /** When its owner set it up, in milliseconds since 1970. Null before, and for a school that had users already. */
    setUpAt: bigint({ mode: 'number' }),
    /** Grows with every update of the row, by a trigger. `If-Match` is compared with it. */
    version: integer().notNull().default(1),
  },
  (t) => [check('school_single', sql`${t.id} = '00000000-0000-4000-8000-000000000001'`)],
)

export type SchoolRow = typeof school.$inferSelect

export const isSchool = eq(school.id, SCHOOL_ID)
