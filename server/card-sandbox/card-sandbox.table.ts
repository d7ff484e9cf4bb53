/** The card sandbox's own state, as if it were at the provider's: the school's code never reads it. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core'
import type Stripe from 'stripe'
import type { UsedCard } from './cards.ts'

export const cardSandbox = pgSchema('card_sandbox')

/** Times are seconds since 1970, as Stripe counts them, but for `nextTry` and `settlesAt`: milliseconds. */
const created = () => integer().notNull()

export const intents = cardSandbox.table(
  'payment_intents',
  {
    id: text().primaryKey(),
    clientSecret: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'] }).notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    receiptEmail: text(),
    description: text(),
    /** The card that waits for its owner's authentication, or that was charged. */
    card: jsonb().$type<UsedCard>(),
    latestCharge: text(),
    lastPaymentError: jsonb().$type<Stripe.PaymentIntent.LastPaymentError>(),
    canceledAt: integer(),
    cancellationReason: text({ enum: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] }),
    created: created(),
  },
  (t) => [index('payment_intents_newest').on(t.created, t.id)],
)

/** Every try to charge a card that reached its bank, the declined ones too. */
export const charges = cardSandbox.table(
  'charges',
  {
    id: text().primaryKey(),
    paymentIntent: text()
      .notNull()
      .references(() => intents.id),
    amount: integer().notNull(),
    amountRefunded: integer().notNull().default(0),
    currency: text().notNull(),
    status: text({ enum: ['succeeded', 'failed'] }).notNull(),
    failureCode: text(),
    failureMessage: text(),
    disputed: boolean().notNull().default(false),
    card: jsonb().$type<UsedCard>().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    receiptEmail: text(),
    description: text(),
    created: created(),
  },
  (t) => [index('charges_of_intent').on(t.paymentIntent)],
)

export const refunds = cardSandbox.table(
  'refunds',
  {
    id: text().primaryKey(),
    charge: text()
      .notNull()
      .references(() => charges.id),
    paymentIntent: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    reason: text({ enum: ['duplicate', 'fraudulent', 'requested_by_customer'] }),
    failureReason: text(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    created: created(),
    /** When the card's bank has its say; absent when it has had it. */
    settlesAt: bigint({ mode: 'number' }),
  },
  (t) => [index('refunds_of_charge').on(t.charge), index('refunds_due').on(t.settlesAt)],
)

/** Answers by idempotency key: the same key and request get the same answer again. */
export const idempotency = cardSandbox.table('idempotency_keys', {
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  status: integer().notNull().default(200),
  answer: jsonb().$type<object>().notNull(),
  created: created().default(sql`extract(epoch from now())::integer`),
})

/** Events, for the webhook and to be asked for; `nextTry` is absent once delivered or given up. */
export const events = cardSandbox.table(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    event: jsonb().$type<Stripe.Event>().notNull(),
    created: created(),
    tries: integer().notNull().default(0),
    nextTry: bigint({ mode: 'number' }),
  },
  (t) => [index('events_due').on(t.nextTry), index('events_newest').on(t.created, t.id)],
)
