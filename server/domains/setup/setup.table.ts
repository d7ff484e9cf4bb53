import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** The links that set up the school. Several may be valid at once, because each instance prints one at its start. */
export const setupLinks = pgTable('setup_links', {
  /** SHA-256 of the token in base64url. The token has 256 random bits, so that no slow hash is needed. */
  hash: text().primaryKey(),
  expiresAt: bigint({ mode: 'number' }).notNull(),
})
