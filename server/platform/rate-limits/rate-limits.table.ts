import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The attempts of one subject at one action, in a period that ends at `until`. `who` is a keyed hash: no IP is stored. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    who: text().primaryKey(),
    times: integer().notNull(),
    until: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('rate_limits_until').on(t.until)],
)
