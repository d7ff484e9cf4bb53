import { bigint, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { runSessions } from '../classes/runs/runs.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'

/** A row says that a student attended a session. It stays when the enrolment ends, and ends with the session. */
export const attendance = pgTable(
  'attendance',
  {
    sessionId: uuid()
      .notNull()
      .references(() => runSessions.id, { onDelete: 'cascade' }),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id, { onDelete: 'cascade' }),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.enrolmentId] }), index('attendance_of_enrolment').on(t.enrolmentId)],
)

export const ATTENDANCE_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'attendance',
    meaning: 'Who was present.',
    columns: {
      session_id: Column.reference('run_sessions'),
      enrolment_id: Column.reference('enrolments'),
      created_at: Column.time('when it was recorded'),
    },
  },
]
