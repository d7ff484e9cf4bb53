import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'

/** The addresses of subscribers, and those that wait for confirmation. Unsubscribing deletes the row. */
export const subscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    /** The time of the last e-mail about the subscription. */
    requestedAt: bigint({ mode: 'number' }).notNull(),
    /** Absent until the owner of the address confirms. */
    confirmedAt: bigint({ mode: 'number' }),
    /** Time at which the mail server refused the address for good. It gets no newsletter until its owner confirms again. */
    rejectedAt: bigint({ mode: 'number' }),
  },
  (t) => [index('newsletter_subscriptions_waiting').on(t.confirmedAt, t.requestedAt)],
)

export const NEWSLETTER_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'newsletter_subscriptions',
    meaning: 'Subscriptions to the newsletter.',
    columns: {
      id: Column.id,
      email: Column.text('e-mail address'),
      requested_at: Column.time('when it was requested'),
      confirmed_at: Column.time('when it was confirmed; empty before'),
      rejected_at: Column.time('when a mail server refused the address for good; empty for others'),
    },
  },
]
