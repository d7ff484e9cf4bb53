import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Addresses that the newsletter goes to, or waits to be allowed to. Whoever unsubscribes is deleted. */
export const subscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    /** When its last letter about subscribing was sent. */
    askedAt: bigint({ mode: 'number' }).notNull(),
    /** Absent while nobody at that address has said yes. */
    confirmedAt: bigint({ mode: 'number' }),
  },
  (t) => [index('newsletter_subscriptions_waiting').on(t.confirmedAt, t.askedAt)],
)
