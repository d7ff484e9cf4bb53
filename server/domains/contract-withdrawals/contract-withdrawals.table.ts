import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { orders } from '../orders/orders.table.ts'

/** Declarations as they were typed. */
export const contractWithdrawals = pgTable(
  'contract_withdrawals',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderNumber: bigint({ mode: 'number' }).notNull(),
    /** The order of that number, where it belongs to the address. */
    orderId: uuid().references(() => orders.id),
    email: text().notNull(),
    name: text().notNull(),
    text: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    doneAt: bigint({ mode: 'number' }),
  },
  (t) => [
    index('contract_withdrawals_newest').on(t.createdAt.desc(), t.id),
    index('contract_withdrawals_of_order').on(t.orderId),
  ],
)

export const CONTRACT_WITHDRAWAL_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'contract_withdrawals',
    meaning: 'Withdrawals from contracts, as buyers declared them.',
    columns: {
      id: Column.id,
      order_number: Column.text('number of the order, as it was typed'),
      order_id: Column.reference('orders'),
      email: Column.text('e-mail address, as it was typed'),
      name: Column.text('name, as it was typed'),
      text: Column.text('what is withdrawn from, where it is not the whole order'),
      created_at: Column.createdAt,
      done_at: Column.time('when an admin marked it as done'),
    },
  },
]
