import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../users/users.table.ts'
import { briefs, submissions } from './critique.table.ts'

export const NOTICE_KINDS = ['brief', 'due', 'released', 'answer', 'handed_in'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** News for a person that is e-mailed, and for a day afterwards. */
export const notices = pgTable(
  'critique_notices',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    briefId: uuid()
      .notNull()
      .references(() => briefs.id, { onDelete: 'cascade' }),
    /** Null for news about a brief. */
    submissionId: uuid().references(() => submissions.id, { onDelete: 'cascade' }),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Null while it waits. */
    sentAt: bigint({ mode: 'number' }),
  },
  (t) => [
    index('critique_notices_waiting').on(t.userId).where(sql`${t.sentAt} is null`),
    index('critique_notices_of_user').on(t.userId, t.sentAt),
    index('critique_notices_of_brief').on(t.briefId),
    index('critique_notices_of_submission').on(t.submissionId).where(sql`${t.submissionId} is not null`),
  ],
)

/** Decisions of users about these e-mails. Without a row, they get them. */
export const newsSettings = pgTable('critique_settings', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  emails: boolean().notNull(),
})
