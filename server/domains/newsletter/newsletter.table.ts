import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

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
    /** When the mail server refused the address for good. It gets no newsletter until its owner confirms again. */
    rejectedAt: bigint({ mode: 'number' }),
  },
  (t) => [index('newsletter_subscriptions_waiting').on(t.confirmedAt, t.requestedAt)],
)
