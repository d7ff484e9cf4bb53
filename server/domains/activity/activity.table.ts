import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ACTIONS, type FieldChange } from '../../../contract/activity.ts'
import * as Column from '../../platform/exported-tables.ts'
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

export const ACTIVITY_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'activity',
    meaning: 'The activity log.',
    columns: {
      id: Column.id,
      actor_id: Column.text('id in users.csv; empty for the operator of the server'),
      action: Column.text('what was done'),
      subject: Column.text('name of its object at that time'),
      subject_id: Column.text('id of its object'),
      message: Column.text('a text that belongs to it'),
      changes: Column.text('changed fields with old and new value (JSON)'),
      created_at: Column.createdAt,
    },
  },
]
