/** The card sandbox's own state, as if it were at the provider's: the school's code never reads it. */
import { bigint, index, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core'

export const cardSandbox = pgSchema('card_sandbox')

export const intents = cardSandbox.table('payment_intents', {
  id: text().primaryKey(),
  clientSecret: text().notNull(),
  amount: integer().notNull(),
  currency: text().notNull(),
  status: text({ enum: ['requires_payment_method', 'succeeded', 'canceled'] }).notNull(),
  metadata: jsonb().$type<Record<string, string>>().notNull(),
  receiptEmail: text(),
  description: text(),
  latestCharge: text(),
  lastPaymentError: jsonb().$type<object>(),
  created: integer().notNull(),
})

/** Answers by idempotency key: the same key and body get the same answer again. */
export const idempotency = cardSandbox.table('idempotency_keys', {
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  answer: jsonb().$type<object>().notNull(),
})

/** Events to be delivered to the webhook; `nextTry` is absent once delivered or given up. */
export const events = cardSandbox.table(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    data: jsonb().$type<object>().notNull(),
    created: integer().notNull(),
    tries: integer().notNull().default(0),
    nextTry: bigint({ mode: 'number' }),
  },
  (t) => [index('events_due').on(t.nextTry)],
)
