import { bigint, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { classes } from '../classes/classes.table.ts'
import { users } from '../users/users.table.ts'

/** Classes that a student has selected. Name, image and price are read from the class. */
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
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [unique('cart_items_once').on(t.userId, t.classId)],
)
