import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { LabeledLink } from '../../../contract/values/fields.ts'
import { users } from '../users/users.table.ts'

/** What instructors tell visitors about themselves. It stays, unseen, when they become students. */
export const profiles = pgTable('instructor_profiles', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  /** Markdown. */
  biography: text().notNull(),
  /** Blank for the photo of the user record. */
  portrait: text().notNull(),
  links: jsonb().$type<LabeledLink[]>().notNull(),
  /** Grows with every update, by a trigger. `If-Match` is compared with it. */
  version: integer().notNull().default(1),
})
