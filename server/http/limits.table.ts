import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** How often somebody has done something in a while that ends at `until`. Who and what is a keyed hash: no address is kept. */
export const tries = pgTable(
  'tries',
  {
    who: text().primaryKey(),
    times: integer().notNull(),
    until: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('tries_over').on(t.until)],
)
