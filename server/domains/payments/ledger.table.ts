import { eq, inArray, sql } from 'drizzle-orm'
import { bigint, check, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { credits } from '../credit/credit.table.ts'
import { orderLines } from '../orders/orders.table.ts'
import { vouchers } from '../vouchers/vouchers.table.ts'
import { payments, refunds } from './payments.table.ts'

/** The accounts of the ledger with their meaning. What comes in and what buyers owe is positive. */
export const ACCOUNTS = {
  card: 'received by card',
  card_refunds: 'refunded to cards, queued refunds included',
  cash: 'received in cash, less what was paid back so',
  credit: 'credit of users; negative, since we owe it to them',
  credit_given: 'credit that was given or taken without a seat',
  receivable: 'what buyers owe; negative where we owe it to them',
  seats: 'seats that were sold, less what was refunded of them',
  transfer: 'received by bank transfer, less what was paid back so',
  vouchers: 'what is left on vouchers; negative, since we owe it to them',
  vouchers_given: 'vouchers that were made without a payment, less those that were ended',
} as const
export type Account = keyof typeof ACCOUNTS

const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as [Account, ...Account[]]

/** Postings of the database and their occasions, with the sign of each account. `npm run order-states` draws docs/order-states.md from it. */
export const POSTINGS = {
  sale: { when: 'a payment buys its seat', signs: { card: 1, seats: -1 } },
  creditSale: {
    when: 'credit pays a part of it',
    signs: { credit: 1, seats: -1 },
  },
  return: { when: 'a payment buys nothing', signs: { card: 1, receivable: -1 } },
  refund: {
    when: 'a refund of a seat is queued or was made at the provider, or a failed one is retried',
    signs: { card_refunds: -1, seats: 1 },
  },
  failure: {
    when: 'a refund of a seat fails, or less is sent than was queued',
    signs: { card_refunds: 1, seats: -1 },
  },
  returnRefund: {
    when: 'the refund of a payment that bought nothing is queued or retried',
    signs: { card_refunds: -1, receivable: 1 },
  },
  returnFailure: { when: 'that refund fails', signs: { card_refunds: 1, receivable: -1 } },
  creditRefund: { when: 'credit is given for a seat', signs: { credit: -1, seats: 1 } },
  grant: { when: 'an admin gives a user credit', signs: { credit: -1, credit_given: 1 } },
  cashSale: { when: 'the school receives cash for a seat: first it becomes credit', signs: { credit: -1, cash: 1 } },
  transferSale: { when: 'the same with a bank transfer', signs: { credit: -1, transfer: 1 } },
  cashRefund: { when: 'the school pays credit that is given for a seat out in cash', signs: { credit: 1, cash: -1 } },
  transferRefund: { when: 'the same with a bank transfer', signs: { credit: 1, transfer: -1 } },
  forgone: {
    when: 'an admin takes credit, or it is given up with the account',
    signs: { credit: 1, credit_given: -1 },
  },
  voucherSale: { when: 'a voucher is sold', signs: { card: 1, vouchers: -1 } },
  voucherGrant: { when: 'an admin makes a voucher', signs: { vouchers: -1, vouchers_given: 1 } },
  voucherSpent: { when: 'a voucher pays for a seat: first it becomes credit', signs: { credit: -1, vouchers: 1 } },
  voucherVoid: { when: 'a voucher that an admin has made is ended', signs: { vouchers: 1, vouchers_given: -1 } },
  voucherRefund: { when: 'a voucher that was sold is refunded', signs: { card_refunds: -1, vouchers: 1 } },
  voucherFailure: { when: 'that refund fails', signs: { card_refunds: 1, receivable: -1 } },
  voucherRetry: { when: 'that refund is retried', signs: { card_refunds: -1, receivable: 1 } },
} as const satisfies Record<string, { when: string; signs: Partial<Record<Account, 1 | -1>> }>

/**
 * The ledger. Triggers of payments and refunds write it, whichever release changes them, and others refuse to change an entry and to insert a
 * posting whose entries do not sum to 0 (migration 0051).
 */
export const entries = pgTable(
  'entries',
  {
    /** Null where `creditId` or `voucherId` is the cause. */
    paymentId: uuid().references(() => payments.id),
    /** Credit that was given or taken without a seat. */
    creditId: uuid().references(() => credits.id),
    /** A voucher that was sold, made or ended. */
    voucherId: uuid().references(() => vouchers.id),
    /** The refund that caused it; null for the posting of the payment itself. */
    refundId: uuid().references(() => refunds.id),
    /** Numbers the postings of one cause from 1: a refund may fail and be retried. */
    posting: smallint().notNull(),
    account: text({ enum: ACCOUNT_NAMES }).notNull(),
    /** The line of the order. */
    lineId: uuid().references(() => orderLines.id),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('entries_once')
      .on(t.paymentId, t.refundId, t.posting, t.account, t.lineId, t.creditId, t.voucherId)
      .nullsNotDistinct(),
    check('entries_cause', sql`num_nonnulls(${t.paymentId}, ${t.creditId}, ${t.voucherId}) = 1`),
    check('entries_account', sql`${t.account} in (${sql.raw(ACCOUNT_NAMES.map((name) => `'${name}'`).join(', '))})`),
  ],
)

/** Matches the entries whose sum is the money of cards: what was received less what was refunded. */
export const isOfCards = inArray(entries.account, ['card', 'card_refunds'])

/** Matches the entries whose sum, negated, is income: seats that were sold less what went back. Credit is none until it is spent. */
export const isIncome = eq(entries.account, 'seats')

export const LEDGER_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'entries',
    meaning: 'The ledger: the entries of a posting sum to 0.',
    columns: {
      payment_id: Column.text('id in payments.csv; empty for credit and vouchers without a seat'),
      credit_id: Column.text('id in credits.csv of credit without a seat; otherwise empty'),
      voucher_id: Column.text('id in vouchers.csv of one that was sold, made or ended; otherwise empty'),
      refund_id: Column.text('id in payment_refunds.csv of the refund that caused it; empty for the payment itself'),
      posting: Column.text('number of the posting of this payment or refund'),
      account: Column.text(
        Object.entries(ACCOUNTS)
          .map(([name, meaning]) => `\`${name}\` (${meaning})`)
          .join(', '),
      ),
      line_id: Column.text('id in order_lines.csv of what was sold; otherwise empty'),
      amount_minor: Column.minor('amount'),
      currency: Column.text('ISO 4217, lower case'),
      created_at: Column.createdAt,
    },
  },
]
