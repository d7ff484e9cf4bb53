import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'

/** The id of the only row, which the first note inserts. */
export const CHECKLIST_ID = 1

/** Part of the checklist that cannot be read from anything else. */
export const checklist = pgTable('checklist', {
  id: integer().primaryKey(),
  /** Time at which an admin put it away, in milliseconds since 1970. */
  dismissedAt: bigint({ mode: 'number' }),
  /** Time at which a test e-mail was delivered. */
  emailSentAt: bigint({ mode: 'number' }),
})
