import { inArray, sql } from 'drizzle-orm'
import { bigint, check, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { orderLines } from '../orders/orders.table.ts'
import { payments, refunds } from './payments.table.ts'

/** The accounts of the ledger with their meaning. What comes in and what buyers owe is positive. */
export const ACCOUNTS = {
  card: 'received by card',
  card_refunds: 'refunded to cards, queued refunds included',
  receivable: 'what buyers owe; negative where we owe it to them',
  seats: 'seats that were sold, less what was refunded of them',
} as const
export type Account = keyof typeof ACCOUNTS

const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as [Account, ...Account[]]

/** What the database posts and when, with the sign of each account. `npm run order-states` draws docs/order-states.md from it. */
export const POSTINGS = {
  sale: { when: 'a payment buys its seat', signs: { card: 1, seats: -1 } },
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
} as const satisfies Record<string, { when: string; signs: Partial<Record<Account, 1 | -1>> }>

/**
 * The ledger. Triggers of payments and refunds write it, whichever release changes them, and others refuse to change an entry and to insert a
 * posting whose entries do not sum to 0 (migration 0051).
 */
export const entries = pgTable(
  'entries',
  {
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** The refund that caused it; null for the posting of the payment itself. */
    refundId: uuid().references(() => refunds.id),
    /** Numbers the postings of one cause from 1: a refund may fail and be retried. */
    posting: smallint().notNull(),
    account: text({ enum: ACCOUNT_NAMES }).notNull(),
    /** What was sold. */
    lineId: uuid().references(() => orderLines.id),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('entries_once').on(t.paymentId, t.refundId, t.posting, t.account, t.lineId).nullsNotDistinct(),
    check('entries_account', sql`${t.account} in (${sql.raw(ACCOUNT_NAMES.map((name) => `'${name}'`).join(', '))})`),
  ],
)

/** Matches the entries whose sum is income: what was received less what was refunded. */
export const isIncome = inArray(entries.account, ['card', 'card_refunds'])

export const LEDGER_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'entries',
    meaning: 'The ledger: the entries of a posting sum to 0.',
    columns: {
      payment_id: Column.reference('payments'),
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
