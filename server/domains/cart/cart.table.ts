import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'

/** Runs that a student has selected, one for each class. Name and image are read from the class, the price from both. */
export const cartItems = pgTable(
  'cart_items',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    seats: integer().notNull().default(1),
    /** True if the student has a seat of the run, and these are for other people. */
    forOthers: boolean().notNull().default(false),
    /** The price of one seat that the student has seen: of the selection, or a later one that they accepted. Null in rows of earlier versions. */
    listPriceMinor: bigint({ mode: 'number' }),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('cart_items_once').on(t.userId, t.classId),
    check('cart_items_seats', sql`${t.seats} between 1 and 10`),
  ],
)

export const CART_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'cart_items',
    meaning: 'Selected classes that are not paid for.',
    columns: {
      id: Column.id,
      user_id: Column.reference('users'),
      class_id: Column.reference('classes'),
      run_id: Column.reference('runs'),
      seats: Column.text('number of seats'),
      for_others: Column.flag('the student has a seat of the date, and these are for other people'),
      list_price_minor: Column.minor('price of one seat that the student has seen'),
      created_at: Column.createdAt,
    },
  },
]
