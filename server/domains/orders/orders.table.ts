import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ORDER_LINE_KINDS } from '../../../contract/orders.ts'
import * as Column from '../../platform/exported-tables.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'

/**
 * Orders, each with the id of its first attempt to pay; that of a voucher has its own. A trigger opens the order of each first attempt, and adds a line for the seat of each,
 * whichever release begins it (migrations 0048 and 0054).
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    /** Orders are numbered consecutively, with gaps. */
    number: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity({ startWith: 100_001 }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    currency: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('orders_of_user').on(t.userId, t.createdAt.desc(), t.id),
    index('orders_newest').on(t.createdAt.desc(), t.id),
  ],
)

/** An amount owed for an order. A line never changes. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ORDER_LINE_KINDS }).notNull(),
    /** Null of a voucher. */
    classId: uuid().references(() => classes.id),
    runId: uuid().references(() => runs.id),
    /** The number of the seat among those of the run. */
    seat: integer().notNull().default(1),
    text: text().notNull(),
    listPriceMinor: bigint({ mode: 'number' }).notNull(),
    amountMinor: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('order_lines_of_order').on(t.orderId)],
)

export const ORDER_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'orders',
    meaning: 'Orders, one for each checkout that was begun.',
    columns: {
      id: Column.text('id of the row (UUID), and of its first seat in payment_attempts.csv'),
      number: Column.text('number of the order'),
      user_id: Column.reference('users'),
      currency: Column.text('ISO 4217, lower case'),
      created_at: Column.createdAt,
    },
  },
  {
    table: 'order_lines',
    meaning: 'What is owed for orders.',
    columns: {
      id: Column.id,
      order_id: Column.reference('orders'),
      kind: Column.text('what the line stands for'),
      class_id: Column.text('id in classes.csv; empty of a voucher'),
      run_id: Column.text('id in runs.csv; empty of a voucher'),
      seat: Column.text('number of the seat among those of the date'),
      text: Column.text('name of the class at that time, or what the line stands for'),
      list_price_minor: Column.minor('list price'),
      amount_minor: Column.minor('amount'),
    },
  },
]
