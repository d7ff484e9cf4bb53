import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../users/users.table.ts'

/** Access tokens. Only the hash of a token's text is stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** SHA-256 of the token in base64url. The token has 214 random bits, so that no slow hash is needed. */
    hash: text().notNull().unique(),
    scopes: text().array().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    expiresAt: bigint({ mode: 'number' }).notNull(),
    /** The beginning of the day (UTC) of the last call. */
    usedAt: bigint({ mode: 'number' }),
  },
  (t) => [index('access_tokens_of_user').on(t.userId, t.createdAt.desc())],
)
