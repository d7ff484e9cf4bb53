/** The card sandbox's state. Code outside the sandbox never reads it, as it cannot read Stripe's. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core'
import type Stripe from 'stripe'
import type { UsedCard } from './cards.ts'

export const cardSandbox = pgSchema('card_sandbox')

/** Times are seconds since 1970, as in Stripe's API, except `nextTry` and `settlesAt`, which are milliseconds. */
const created = () => integer().notNull()

/** In Stripe's unit. */
const amount = () => bigint({ mode: 'number' }).notNull()

export const intents = cardSandbox.table(
  'payment_intents',
  {
    id: text().primaryKey(),
    clientSecret: text().notNull(),
    amount: amount(),
    currency: text().notNull(),
    status: text({ enum: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'] }).notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    receiptEmail: text(),
    description: text(),
    /** The card that waits for authentication, or that was charged. */
    card: jsonb().$type<UsedCard>(),
    latestCharge: text(),
    lastPaymentError: jsonb().$type<Stripe.PaymentIntent.LastPaymentError>(),
    canceledAt: integer(),
    cancellationReason: text({ enum: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] }),
    created: created(),
  },
  (t) => [index('payment_intents_newest').on(t.created, t.id)],
)

/** Every attempt to charge a card that reached its bank, including declined ones. */
export const charges = cardSandbox.table(
  'charges',
  {
    id: text().primaryKey(),
    paymentIntent: text()
      .notNull()
      .references(() => intents.id),
    amount: amount(),
    amountRefunded: amount().default(0),
    currency: text().notNull(),
    status: text({ enum: ['succeeded', 'failed'] }).notNull(),
    failureCode: text(),
    failureMessage: text(),
    disputed: boolean().notNull().default(false),
    /** The state of the dispute of a disputed charge. */
    disputeStatus: text({ enum: ['needs_response', 'won', 'lost', 'appeal_needs_response', 'appeal_under_review'] }),
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
    amount: amount(),
    currency: text().notNull(),
    status: text({ enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    reason: text({ enum: ['duplicate', 'fraudulent', 'requested_by_customer'] }),
    failureReason: text(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    created: created(),
    /** The time when the card's bank settles the refund. Absent once it has. */
    settlesAt: bigint({ mode: 'number' }),
  },
  (t) => [index('refunds_of_charge').on(t.charge), index('refunds_due').on(t.settlesAt)],
)

/** Responses by idempotency key. */
export const idempotency = cardSandbox.table('idempotency_keys', {
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  status: integer().notNull().default(200),
  answer: jsonb().$type<object>().notNull(),
  created: created().default(sql`extract(epoch from now())::integer`),
})

/** Events. `nextTry` is absent once an event is delivered or dropped. */
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
