import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { users } from '../users/users.table.ts'

/**
 * Credit that was given or taken without a seat. What was spent on seats is in `payments`, and what was given for them in `payment_refunds`.
 * A row never changes: a trigger refuses it, and another one posts it to the ledger.
 */
export const credits = pgTable(
  'credits',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['granted', 'forgone'] }).notNull(),
    /** Negative where it was taken. */
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** The reason of an admin; blank for credit that was given up with the account. */
    reason: text().notNull(),
    /** The admin; null for credit that was given up. */
    createdBy: uuid().references(() => users.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('credits_of_user').on(t.userId),
    index('credits_created_by').on(t.createdBy).where(sql`${t.createdBy} is not null`),
    check('credits_amount', sql`${t.amountMinor} <> 0`),
  ],
)

export const CREDIT_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'credits',
    meaning: 'Credit that was given or taken without a seat.',
    columns: {
      id: Column.id,
      user_id: Column.reference('users'),
      kind: Column.text('granted by an admin, or forgone with the account'),
      amount_minor: Column.minor('amount, negative where it was taken'),
      currency: Column.text('ISO 4217, lower case'),
      reason: Column.text('why'),
      created_by: Column.text('id in users.csv; empty for credit that was given up'),
      created_at: Column.createdAt,
    },
  },
]
