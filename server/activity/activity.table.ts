import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { DEEDS, type FieldChange } from '../../contract/activity.ts'
import { users } from '../users/users.table.ts'

/** The record of who did what. What was done to is named as it was called then, since it may be gone. */
export const activity = pgTable(
  'activity',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Absent for the school's operator, at the server itself. */
    actorId: uuid().references(() => users.id),
    deed: text({ enum: DEEDS }).notNull(),
    subject: text().notNull(),
    subjectId: uuid().notNull(),
    words: text(),
    changes: jsonb().$type<FieldChange[]>().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('activity_newest').on(t.createdAt.desc(), t.id)],
)
