import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ACTIONS, type FieldChange } from '../../../contract/activity.ts'
import { users } from '../users/users.table.ts'

/** The activity log. It stores the subject's name at that time, because the subject may be deleted later. */
export const activity = pgTable(
  'activity',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Absent for the operator, who uses the command line. */
    actorId: uuid().references(() => users.id),
    action: text({ enum: ACTIONS }).notNull(),
    subject: text().notNull(),
    subjectId: uuid().notNull(),
    message: text(),
    changes: jsonb().$type<FieldChange[]>().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('activity_newest').on(t.createdAt.desc(), t.id), index('activity_of_actor').on(t.actorId)],
)
