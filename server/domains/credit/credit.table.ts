import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { HAND_METHODS } from '../../../contract/payment-methods.ts'
import * as Column from '../../platform/exported-tables.ts'
import { users } from '../users/users.table.ts'
import { vouchers } from '../vouchers/vouchers.table.ts'

/**
 * Credit that was given or taken without a seat, and what vouchers have paid, which is spent at once. What was spent on seats is in `payments`, and what was given for them in `payment_refunds`.
 * A row never changes: a trigger refuses it, and another one posts it to the ledger.
 */
export const credits = pgTable(
  'credits',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Money that the school receives by hand is spent at once, and what it pays back by hand was given at once. */
    kind: text({ enum: ['granted', 'forgone', 'voucher', ...HAND_METHODS] }).notNull(),
    /** Negative where it was taken. */
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** The voucher that became credit to be spent at once. A trigger adds it with the payment. */
    voucherId: uuid().references(() => vouchers.id),
    /** The reason of an admin; otherwise blank. */
    reason: text().notNull(),
    /** The admin; otherwise null. */
    createdBy: uuid().references(() => users.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('credits_of_user').on(t.userId),
    index('credits_of_voucher').on(t.voucherId).where(sql`${t.voucherId} is not null`),
    index('credits_created_by').on(t.createdBy).where(sql`${t.createdBy} is not null`),
    check('credits_amount', sql`${t.amountMinor} <> 0`),
    check('credits_voucher', sql`(${t.kind} = 'voucher') = (${t.voucherId} is not null)`),
  ],
)

export const CREDIT_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'credits',
    meaning: 'Credit that was given or taken without a seat.',
    columns: {
      id: Column.id,
      user_id: Column.reference('users'),
      kind: Column.text(
        'granted by an admin, forgone with the account, what a voucher has paid, or money by hand (cash, transfer)',
      ),
      voucher_id: Column.text('id in vouchers.csv of what was paid with one; otherwise empty'),
      amount_minor: Column.minor('amount, negative where it was taken'),
      currency: Column.text('ISO 4217, lower case'),
      reason: Column.text('why'),
      created_by: Column.text('id in users.csv; otherwise empty'),
      created_at: Column.createdAt,
    },
  },
]
