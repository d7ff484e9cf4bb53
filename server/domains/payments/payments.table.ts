import { eq, isNull, ne, sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_STATUSES, REFUND_REASONS, REFUND_STATUSES } from '../../../contract/payments.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../runs/runs.table.ts'
import { users } from '../users/users.table.ts'

const id = () => uuid().primaryKey().defaultRandom()
const time = () => bigint({ mode: 'number' })

/** Who buys which run, frozen when the attempt began. */
const purchase = () => ({
  userId: uuid()
    .notNull()
    .references(() => users.id),
  classId: uuid()
    .notNull()
    .references(() => classes.id),
  runId: uuid()
    .notNull()
    .references(() => runs.id),
  /** Not a reference: the cart item is deleted after the purchase. */
  cartId: uuid().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  className: text().notNull(),
  classImage: text().notNull(),
})

export const ATTEMPT_STATUSES = ['open', 'settled', 'released'] as const

/** Attempts to pay. An open attempt holds a seat, even past `heldUntil`, until it is settled or released. */
export const attempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    ...purchase(),
    /** The list price of the run when the attempt began. */
    listPriceMinor: bigint({ mode: 'number' }).notNull(),
    /** The amount to charge. */
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    status: text({ enum: ATTEMPT_STATUSES }).notNull().default('open'),
    /** The provider's payment intent; null until the provider has created it. */
    intentId: text().unique(),
    /** When the student began to hold a seat of the class, in this attempt or in one that it directly continues. */
    heldSince: time().notNull(),
    heldUntil: time().notNull(),
    /** Whether the student's e-mail address was confirmed when the hold began or was last renewed. */
    emailConfirmed: boolean().notNull().default(true),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('payment_attempts_one_open').on(t.classId, t.userId).where(sql`${t.status} = 'open'`),
    index('payment_attempts_of_run').on(t.runId).where(sql`${t.status} = 'open'`),
    index('payment_attempts_of_student').on(t.userId, t.classId, t.heldUntil),
  ],
)

/** Matches attempts that hold a seat. */
export const isOpen = eq(attempts.status, 'open')

export type Attempt = typeof attempts.$inferSelect

export const payments = pgTable(
  'payments',
  {
    id: id(),
    attemptId: uuid()
      .notNull()
      .unique()
      .references(() => attempts.id),
    ...purchase(),
    amountPaidMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    transactionId: text().notNull().unique(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('pending'),
    /** Whether the cardholder's bank is deciding on a dispute. The provider refunds nothing until then. */
    isDisputed: boolean().notNull().default(false),
    /** The receipt number. Receipts are numbered consecutively. */
    receipt: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    createdAt: time().notNull(),
  },
  (t) => [
    index('payments_unconfirmed').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    index('payments_disputed').on(t.createdAt).where(sql`${t.isDisputed}`),
    index('payments_of_class').on(t.classId),
    index('payments_of_run').on(t.runId),
    index('payments_of_user').on(t.userId, t.createdAt.desc()),
    index('payments_of_receipt').on(t.receipt),
    index('payments_newest').on(t.createdAt.desc(), t.id),
  ],
)

/** Matches payments that count as income: the school has the money, also where its refund failed. */
export const isNotRefunded = ne(payments.status, 'refunded')

export type PaymentRow = typeof payments.$inferSelect

/** Full refunds, at most one for each payment. */
export const refunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .unique()
      .references(() => payments.id),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** The user who asked for it; null for an automatic refund. */
    requestedBy: uuid().references(() => users.id),
    status: text({ enum: REFUND_STATUSES }).notNull().default('queued'),
    /** Why the provider could not send the money. */
    problem: text(),
    /** Counts the retries. It is part of the idempotency key, since the provider repeats its first response to a key. */
    round: integer().notNull().default(1),
    createdAt: time().notNull(),
  },
  (t) => [
    index('payment_refunds_unfinished').on(t.createdAt).where(sql`${t.status} <> 'done'`),
    index('payment_refunds_requested_by').on(t.requestedBy).where(sql`${t.requestedBy} is not null`),
  ],
)

/** Matches payments, joined with their refunds, for which none was requested. */
export const hasNoRefund = isNull(refunds.id)

/** Provider reports that an admin must handle, such as a dispute or a partial refund. */
export const incidents = pgTable(
  'payment_incidents',
  {
    id: id(),
    /** Null where the payment is unknown. */
    paymentId: uuid().references(() => payments.id),
    intentId: text().notNull(),
    text: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [unique('payment_incidents_once').on(t.intentId, t.text), index('payment_incidents_newest').on(t.createdAt)],
)

/** The ids of the webhook events that were handled in the last 30 days, so that each is handled once; and of the newest. */
export const webhookEvents = pgTable('webhook_events', { id: text().primaryKey(), createdAt: time().notNull() })
