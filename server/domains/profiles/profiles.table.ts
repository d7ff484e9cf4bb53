import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { LabeledLink } from '../../../contract/values/fields.ts'
import * as Column from '../../platform/exported-tables.ts'
import { users } from '../users/users.table.ts'

/** Instructors' texts for visitors. They stay, unseen, when instructors become students. */
export const profiles = pgTable('instructor_profiles', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  /** Markdown. */
  biography: text().notNull(),
  /** Blank for the photo of the user record. */
  portrait: text().notNull(),
  /** The focal point of the portrait, `30% 60%`; blank for the middle. */
  focus: text().notNull().default(''),
  links: jsonb().$type<LabeledLink[]>().notNull(),
  /** Grows with every update, by a trigger. `If-Match` is compared with it. */
  version: integer().notNull().default(1),
})

export const PROFILE_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'instructor_profiles',
    meaning: 'What instructors tell visitors about themselves. Profiles of students are of former instructors.',
    columns: {
      user_id: Column.reference('users'),
      biography: Column.text('biography (Markdown)'),
      portrait: Column.text('URL of the portrait; empty for the photo of the user'),
      focus: Column.text('focal point of the portrait, from the left and the top; empty for the middle'),
      links: Column.text('links (JSON): words is the label, address the URL'),
      version: Column.version,
    },
  },
]
