import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { HAND_METHODS } from '../../../contract/payment-methods.ts'
import { PAYMENT_STATUSES, REFUND_REASONS, REFUND_STATUSES } from '../../../contract/payments.ts'
import * as Column from '../../platform/exported-tables.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { FIRST_VERSION_ID, termsVersions } from '../terms/terms.table.ts'
import { users } from '../users/users.table.ts'

const id = () => uuid().primaryKey().defaultRandom()
const time = () => bigint({ mode: 'number' })

/** The buyer and the run, frozen when the attempt began. */
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
  /** The version of the cancellation terms that the student was shown. */
  termsVersionId: uuid()
    .notNull()
    .default(FIRST_VERSION_ID)
    .references(() => termsVersions.id),
  /** The payment that has bought the seat which this one moves to another date; null of one that buys a seat, or has bought nothing. */
  seatPaymentId: uuid().references((): AnyPgColumn => payments.id),
})

export const ATTEMPT_STATUSES = ['open', 'settled', 'released'] as const

/**
 * Attempts to pay, one for each seat of an order. An open attempt holds a seat, even past `heldUntil`, until it is settled or released, as
 * all of its order are.
 */
export const attempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    /** The order that it pays for, with the id of its first attempt: of this one where it is alone. A trigger adds it then. */
    orderId: uuid().notNull(),
    ...purchase(),
    /** The number of the seat among those that its buyer has bought of the run: 1 is their own, the others are to pass on. */
    seat: integer().notNull().default(1),
    /** The list price of the run when the attempt began. */
    listPriceMinor: bigint({ mode: 'number' }).notNull(),
    /** The list price of the place before a move; null of a purchase. */
    formerPriceMinor: bigint({ mode: 'number' }),
    /** The price of the seat or the move, after discounts. */
    amountMinor: bigint({ mode: 'number' }).notNull(),
    /** Discounts off the list price. A trigger adds the line of its seat without them. */
    discountMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** The part of the amount that credit and vouchers pay, reserved while it is open. The card pays the rest. */
    creditMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** The part of `creditMinor` that vouchers pay: they become credit in the moment that it is spent. */
    voucherMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** Method by which the school received all of the amount by hand: it became credit in the moment that it was spent. Null otherwise. */
    byHand: text({ enum: HAND_METHODS }),
    currency: text().notNull(),
    status: text({ enum: ATTEMPT_STATUSES }).notNull().default('open'),
    /** The provider's payment intent of the order, in its first attempt; null until the provider has created it. */
    intentId: text().unique(),
    /** Time at which the student began to hold a seat of the class, in this attempt or in one that it directly continues. */
    heldSince: time().notNull(),
    heldUntil: time().notNull(),
    /** Seats of the run that it holds, as `held` of the run counts them. A trigger counts those of an earlier release. */
    heldSeats: integer().notNull().default(0),
    /** True if the student's e-mail address was confirmed when the hold began or was last renewed. */
    emailConfirmed: boolean().notNull().default(true),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('payment_attempts_open').on(t.classId, t.userId, t.seat).where(sql`${t.status} = 'open'`),
    index('payment_attempts_of_order').on(t.orderId),
    index('payment_attempts_of_run').on(t.runId).where(sql`${t.status} = 'open'`),
    index('payment_attempts_of_student').on(t.userId, t.classId, t.heldUntil),
    index('payment_attempts_of_moves').on(t.seatPaymentId).where(sql`${t.seatPaymentId} is not null`),
    check('payment_attempts_move', sql`(${t.seatPaymentId} is null) = (${t.formerPriceMinor} is null)`),
    check('payment_attempts_voucher', sql`${t.voucherMinor} between 0 and ${t.creditMinor}`),
    check('payment_attempts_hold', sql`(${t.status} = 'open') = (${t.heldSeats} > 0)`),
  ],
)

/** Matches attempts that hold a seat. */
export const isOpen = eq(attempts.status, 'open')

/** Selects the highest number of a seat that a user has bought of a run, or has there: at least 1. */
export function selectLastSeat(userId: string | SQLWrapper, runId: AnyPgColumn): SQL<number> {
  return sql`greatest(1,
    (select max(bought.seat) from payment_attempts bought where bought.user_id = ${userId} and bought.run_id = ${runId} and bought.status = 'settled'),
    (select max(had.seat) from enrolments had where had.user_id = ${userId} and had.run_id = ${runId} and had.ended_at is null))`
}

/** Matches the first attempt of each order, which stands for it. */
export const isFirst = eq(attempts.id, attempts.orderId)

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
    /** Amount paid by card. */
    amountPaidMinor: bigint({ mode: 'number' }).notNull(),
    /** Amount paid with credit beside it. */
    creditMinor: bigint({ mode: 'number' }).notNull().default(0),
    currency: text().notNull(),
    /** The provider's intent, which the payments of an order share. */
    transactionId: text().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('pending'),
    /** The sum of its refunds to the card that have not failed, queued ones included. A trigger adds it up. */
    refundedMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** The sum of its refunds as credit. The same trigger adds it up. */
    creditedMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** True if the cardholder's bank is deciding on a dispute. The provider refunds nothing until then. */
    isDisputed: boolean().notNull().default(false),
    /** True if the run had no dates when it was sold, whatever it has now. */
    soldOpen: boolean().notNull().default(false),
    /** The receipt number. Receipts are numbered consecutively. */
    receipt: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    createdAt: time().notNull(),
  },
  (t) => [
    index('payments_unconfirmed').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    index('payments_disputed').on(t.createdAt).where(sql`${t.isDisputed}`),
    index('payments_of_transaction').on(t.transactionId),
    index('payments_of_class').on(t.classId),
    index('payments_of_run').on(t.runId),
    index('payments_of_user').on(t.userId, t.createdAt.desc()),
    index('payments_of_receipt').on(t.receipt),
    index('payments_newest').on(t.createdAt.desc(), t.id),
    index('payments_of_moves').on(t.seatPaymentId).where(sql`${t.seatPaymentId} is not null`),
    check('payments_refunded', sql`${t.refundedMinor} between 0 and ${t.amountPaidMinor}`),
    check(
      'payments_credited',
      sql`${t.creditedMinor} = 0 or (${t.creditedMinor} > 0 and ${t.creditedMinor} + ${t.refundedMinor} <= ${t.amountPaidMinor} + ${t.creditMinor})`,
    ),
  ],
)

/** The id of the payment that has bought the seat: of this one, or of the one whose seat it has moved. */
export const seatPaymentId: SQL<string> = sql<string>`coalesce(${payments.seatPaymentId}, ${payments.id})`

/** Amount paid for a seat, by card and with credit, in the minor unit. */
export const paidMinor: SQL<number> = sql`(${payments.amountPaidMinor} + ${payments.creditMinor})`.mapWith(Number)

/** Refunds of it, in money and as credit. */
export const returnedMinor: SQL<number> = sql`(${payments.refundedMinor} + ${payments.creditedMinor})`.mapWith(Number)

/** Income of the school from a payment, in the minor unit. Money whose refund failed is still here. */
export const keptMinor: SQL<number> = sql<number>`(${paidMinor} - ${returnedMinor})`

export type PaymentRow = typeof payments.$inferSelect

/** Refunds of payments or of parts of them. Together they are never more than the payment. */
export const refunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** `credit` is given at once. */
    method: text({ enum: ['card', 'credit'] })
      .notNull()
      .default('card'),
    /** Method by which the school paid the credit out in the moment that it was given; null where it stayed credit. */
    byHand: text({ enum: HAND_METHODS }),
    /** A trigger adds all that is left where an earlier release inserts a row. */
    amountMinor: bigint({ mode: 'number' }).notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** An admin's reason. */
    note: text(),
    /** The user who requested it; null for an automatic refund. */
    requestedBy: uuid().references(() => users.id),
    status: text({ enum: REFUND_STATUSES }).notNull().default('queued'),
    /** The provider's refund; null until it is sent, and of earlier releases. */
    providerId: text(),
    /** The provider's reason not to send the money. */
    problem: text(),
    /** Counts the retries. It is part of the idempotency key, since the provider repeats its first response to a key. */
    round: integer().notNull().default(1),
    /** True once the provider has sent the money. It stays true where that fails later. */
    wasSent: boolean().notNull().default(false),
    createdAt: time().notNull(),
  },
  (t) => [
    index('payment_refunds_of_payment').on(t.paymentId),
    check('payment_refunds_amount', sql`${t.amountMinor} > 0`),
    index('payment_refunds_unfinished').on(t.createdAt).where(sql`${t.status} <> 'done'`),
    index('payment_refunds_requested_by').on(t.requestedBy).where(sql`${t.requestedBy} is not null`),
  ],
)

/** Matches a failed refund, in a query with its payment, until later ones of the payment have sent as much, or nothing is left to refund. */
export const isLacking: SQL = sql`(${refunds.status} = 'failed' and ${returnedMinor} < ${paidMinor} and ${refunds.amountMinor} >
  (select coalesce(sum(later.amount_minor), 0) from payment_refunds later where later.payment_id = ${payments.id}
    and later.created_at > ${refunds.createdAt} and later.status <> 'failed'))`

export type RefundRow = typeof refunds.$inferSelect
export type NewRefund = typeof refunds.$inferInsert

/** Provider reports that an admin must handle, such as a dispute or a failed refund. */
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

/** Sources of a purchase. */
const PURCHASE_COLUMNS = {
  user_id: Column.reference('users'),
  class_id: Column.reference('classes'),
  run_id: Column.reference('runs'),
  cart_id: Column.text('id of the selection that was paid for'),
  email: Column.text('e-mail address of the student at that time'),
  name: Column.text('name of the student at that time'),
  class_name: Column.text('name of the class at that time'),
  class_image: Column.text('URL of the picture at that time'),
  terms_version_id: Column.reference('cancellation_terms_versions'),
  seat_payment_id: Column.text(
    'id in payments.csv of the payment whose seat it moves to another date; otherwise empty',
  ),
}

export const PAYMENT_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'payment_attempts',
    meaning: 'Seats of checkouts that were begun.',
    columns: {
      id: Column.id,
      order_id: Column.reference('orders'),
      ...PURCHASE_COLUMNS,
      seat: Column.text('number of the seat among those of the selection'),
      list_price_minor: Column.minor('list price'),
      former_price_minor: Column.minor('list price of the place before a move; otherwise empty'),
      amount_minor: Column.minor('amount to pay'),
      discount_minor: Column.minor('what discounts take off the list price'),
      credit_minor: Column.minor('part of the amount that credit and vouchers pay'),
      voucher_minor: Column.minor('part of it that vouchers pay'),
      by_hand: Column.text('cash or transfer, where the school received the amount by hand; otherwise empty'),
      currency: Column.text('ISO 4217, lower case'),
      status: Column.text('state'),
      intent_id: Column.text('id at the card provider, in the first one of an order'),
      held_since: Column.time('when the seat was held'),
      held_until: Column.time('until when the seat is held'),
      held_seats: Column.text('number of seats that it holds'),
      email_confirmed: Column.flag('the address was confirmed then'),
      created_at: Column.createdAt,
    },
  },
  {
    table: 'payments',
    meaning: 'Payments, refunded ones included.',
    columns: {
      id: Column.id,
      attempt_id: Column.reference('payment_attempts'),
      ...PURCHASE_COLUMNS,
      amount_paid_minor: Column.minor('amount paid by card'),
      credit_minor: Column.minor('amount paid with credit'),
      currency: Column.text('ISO 4217, lower case'),
      transaction_id: Column.text('id at the card provider'),
      status: Column.text('pending, paid or refunded'),
      refunded_minor: Column.minor('what was refunded to the card'),
      credited_minor: Column.minor('what was given back as credit'),
      is_disputed: Column.flag("the cardholder's bank reviews it"),
      sold_open: Column.flag('its run had no dates when it was sold'),
      receipt: Column.text('number of the receipt'),
      created_at: Column.createdAt,
    },
  },
  {
    table: 'payment_refunds',
    meaning: 'Refunds of payments.',
    columns: {
      id: Column.id,
      payment_id: Column.reference('payments'),
      method: Column.text('card, or credit'),
      by_hand: Column.text('cash or transfer, where the school paid the credit out; otherwise empty'),
      amount_minor: Column.minor('amount'),
      reason: Column.text('why'),
      note: Column.text('what the admin wrote who refunded it'),
      requested_by: Column.text('id in users.csv; empty for an automatic refund'),
      status: Column.text('state at the card provider'),
      provider_id: Column.text('id at the card provider'),
      problem: Column.text('why the money could not be sent'),
      round: Column.text('number of the attempt'),
      was_sent: Column.flag('the card provider has sent the money, also where that failed later'),
      created_at: Column.createdAt,
    },
  },
  {
    table: 'payment_incidents',
    meaning: 'Reports of the card provider that an admin must handle.',
    columns: {
      id: Column.id,
      payment_id: Column.text('id in payments.csv; empty where the payment is unknown'),
      intent_id: Column.text('id at the card provider'),
      text: Column.text('what happened'),
      created_at: Column.createdAt,
    },
  },
]
