import { bigint, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { runSessions } from '../runs/runs.table.ts'

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
