import { bigint, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../runs/runs.table.ts'
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
    /** The price that the student has seen: of the selection, or a later one that they accepted. Null in rows of earlier versions. */
    listPriceMinor: bigint({ mode: 'number' }),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [unique('cart_items_once').on(t.userId, t.classId)],
)
