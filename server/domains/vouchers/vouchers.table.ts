import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { orders } from '../orders/orders.table.ts'
import { attempts } from '../payments/payments.table.ts'
import { users } from '../users/users.table.ts'

/** `open` while it is being paid for, `released` where it was not. A voucher that an admin makes is `issued` at once. */
export const VOUCHER_STATUSES = ['open', 'issued', 'released', 'voided'] as const

/**
 * Gift vouchers. What one has paid for is in `credits`: a voucher becomes credit of the student in the moment that it is spent. Triggers
 * post what it is sold for and how it ends to the ledger, and refuse to change its amount.
 */
export const vouchers = pgTable(
  'vouchers',
  {
    id: uuid().primaryKey(),
    /** SHA-256. The code itself is derived from the id and the secret: voucher-codes.ts. */
    codeHash: text().notNull().unique(),
    lastFour: text().notNull(),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    status: text({ enum: VOUCHER_STATUSES }).notNull(),
    /** The buyer; null for one that an admin has made. */
    userId: uuid().references(() => users.id),
    /** Null for one that an admin has made. */
    orderId: uuid().references(() => orders.id),
    /** The admin who has made it. */
    createdBy: uuid().references(() => users.id),
    /** An admin's reason to make it; blank for one that was bought. */
    reason: text().notNull().default(''),
    recipientName: text().notNull().default(''),
    message: text().notNull().default(''),
    /** The address of the recipient; null where the buyer hands it over. */
    deliverTo: text(),
    /** The day in the school's zone on which it is e-mailed; null for at once. */
    deliverDay: text(),
    deliveredAt: bigint({ mode: 'number' }),
    /** The last day in the school's zone on which it pays. */
    lastDay: text().notNull(),
    /** The provider's payment intent; null until the provider has created it. */
    intentId: text().unique(),
    /** The end of the time to pay an open one. */
    heldUntil: bigint({ mode: 'number' }),
    /** True while the cardholder's bank decides on a dispute about its sale, and once the money of one that is not unspent is back. It pays nothing then. */
    isDisputed: boolean().notNull().default(false),
    voidedAt: bigint({ mode: 'number' }),
    voidedBy: uuid().references(() => users.id),
    voidReason: text(),
    /** The state of the refund of its sale; null without one. */
    refundStatus: text({ enum: ['queued', 'done', 'failed'] }),
    /** The provider's reason not to send the money. */
    refundProblem: text(),
    /** Counts the retries. It is part of the idempotency key. */
    refundRound: integer().notNull().default(1),
    /** True once the provider has sent the money. It stays true where that fails later. */
    refundWasSent: boolean().notNull().default(false),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    uniqueIndex('vouchers_one_open').on(t.userId).where(sql`${t.status} = 'open'`),
    index('vouchers_of_user').on(t.userId),
    uniqueIndex('vouchers_of_order').on(t.orderId),
    index('vouchers_last_four').on(t.lastFour),
    index('vouchers_newest').on(t.createdAt.desc(), t.id),
    index('vouchers_undelivered').on(t.createdAt).where(sql`${t.status} = 'issued' and ${t.deliveredAt} is null`),
    index('vouchers_created_by').on(t.createdBy).where(sql`${t.createdBy} is not null`),
    index('vouchers_voided_by').on(t.voidedBy).where(sql`${t.voidedBy} is not null`),
    check('vouchers_amount', sql`${t.amountMinor} > 0`),
    check('vouchers_source', sql`(${t.userId} is null) <> (${t.createdBy} is null)`),
  ],
)

export type VoucherRow = typeof vouchers.$inferSelect

/** Parts of vouchers that pay for the seats of a checkout: reserved while that is open, and spent with the payment. */
export const voucherUses = pgTable(
  'voucher_uses',
  {
    attemptId: uuid()
      .notNull()
      .references(() => attempts.id),
    voucherId: uuid()
      .notNull()
      .references(() => vouchers.id),
    amountMinor: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.voucherId] }),
    index('voucher_uses_of_voucher').on(t.voucherId),
    check('voucher_uses_amount', sql`${t.amountMinor} > 0`),
  ],
)

export const VOUCHER_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'vouchers',
    meaning: 'Gift vouchers, with the hashes of their codes.',
    columns: {
      id: Column.id,
      code_hash: Column.text('SHA-256 of the code in capitals, without hyphens, in base64url'),
      last_four: Column.text('last four characters of the code'),
      amount_minor: Column.minor('amount'),
      currency: Column.text('ISO 4217, lower case'),
      status: Column.text('open while it is being paid for, issued, released where it was not paid, or voided'),
      user_id: Column.text('id in users.csv of the buyer; empty for one that an admin has made'),
      order_id: Column.text('id in orders.csv; empty for one that an admin has made'),
      created_by: Column.text('id in users.csv of the admin who has made it'),
      reason: Column.text('why an admin has made it'),
      recipient_name: Column.text('name of the recipient'),
      message: Column.text('message to the recipient'),
      deliver_to: Column.text('e-mail address of the recipient'),
      deliver_day: Column.text('day on which it is e-mailed; empty for at once'),
      delivered_at: Column.time('when it was e-mailed'),
      last_day: Column.text('last day on which it pays'),
      intent_id: Column.text('id at the card provider'),
      held_until: Column.time('until when it waits for its payment'),
      is_disputed: Column.flag("the cardholder's bank reviews its sale, or has taken the money back"),
      voided_at: Column.time('when it was ended'),
      voided_by: Column.text('id in users.csv of the admin who has ended it'),
      void_reason: Column.text('why it was ended'),
      refund_status: Column.text('state of the refund of its sale'),
      refund_problem: Column.text('why the money could not be sent'),
      refund_round: Column.text('number of the attempt to refund it'),
      refund_was_sent: Column.flag('the card provider has sent the money, also where that failed later'),
      created_at: Column.createdAt,
    },
  },
  {
    table: 'voucher_uses',
    meaning: 'What vouchers pay for the seats of checkouts.',
    columns: {
      attempt_id: Column.reference('payment_attempts'),
      voucher_id: Column.reference('vouchers'),
      amount_minor: Column.minor('amount'),
    },
  },
]
