import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../users/users.table.ts'

/** Pictures that people brought, and that we keep. The row is there before the files and goes before them. */
export const pictures = pgTable(
  'pictures',
  {
    /** The hash of the uploaded bytes and something random, so that no name is ever used again. */
    name: text().primaryKey(),
    /** SHA-256 of the uploaded bytes, in hex. */
    hash: text().notNull(),
    address: text().notNull().unique(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** When it was last brought, or put into something: for a day from then on it stays, whoever refers to it. */
    usedAt: bigint({ mode: 'number' }).notNull(),
    /** All its files are stored. */
    ready: boolean().notNull().default(false),
  },
  (t) => [index('pictures_hash').on(t.hash), index('pictures_used').on(t.usedAt)],
)
