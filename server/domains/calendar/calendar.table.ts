import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { runSessions } from '../classes/runs/runs.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { users } from '../users/users.table.ts'

/** Decisions of users about their calendar. Without a row, the feed is off and reminders are on. */
export const calendars = pgTable('calendars', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  /** The feed's address has this id, signed. Null while the feed is off. */
  feedId: uuid().unique('calendars_feed'),
  /** A feed ends like tokens that were issued then. */
  feedCreatedAt: bigint({ mode: 'number' }).notNull().default(sql`(extract(epoch from now()) * 1000)::bigint`),
  /** True if the owner's e-mail was confirmed then. The feed of an unconfirmed user ends with the confirmation. */
  feedConfirmed: boolean().notNull().default(true),
  remindsByEmail: boolean().notNull().default(true),
})

/** Sessions whose time the school has to check, with the reason in words. */
export const timeChecks = pgTable(
  'time_checks',
  {
    id: uuid().primaryKey().defaultRandom(),
    sessionId: uuid()
      .notNull()
      .references(() => runSessions.id, { onDelete: 'cascade' }),
    message: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('time_checks_of_session').on(t.sessionId)],
)

/** Times of reminders before a session. */
export const REMINDER_LEADS = ['two_days', 'two_hours'] as const
export type ReminderLead = (typeof REMINDER_LEADS)[number]

/** The reminders sent. A moved session has another start, so its students are reminded again. */
export const sessionReminders = pgTable(
  'session_reminders',
  {
    sessionId: uuid()
      .notNull()
      .references(() => runSessions.id, { onDelete: 'cascade' }),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id, { onDelete: 'cascade' }),
    lead: text({ enum: REMINDER_LEADS }).notNull(),
    /** The start that the reminder named. */
    startsAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.enrolmentId, t.lead, t.startsAt] }),
    index('session_reminders_of_enrolment').on(t.enrolmentId),
  ],
)

export const CALENDAR_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'calendars',
    meaning: 'Whether users want reminders.',
    columns: { user_id: Column.reference('users'), reminds_by_email: Column.flag('reminders are sent by e-mail') },
    leftOut: {
      feed_id: "the key of the calendar's address",
      feed_created_at: 'ends the address',
      feed_confirmed: 'ends the address',
    },
  },
  {
    table: 'session_reminders',
    meaning: 'Reminders that were sent, so that none is sent twice.',
    columns: {
      session_id: Column.reference('run_sessions'),
      enrolment_id: Column.reference('enrolments'),
      lead: Column.text('two_days or two_hours before'),
      starts_at: Column.time('the start that the reminder named'),
    },
  },
]
