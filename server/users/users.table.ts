import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '../../contract/users.ts'

/** The school's own record of a person. A deleted one stays, so that what they paid for stays on record. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    name: text().notNull(),
    image: text(),
    role: text({ enum: ROLES }).notNull().default('student'),
    createdAt: bigint({ mode: 'number' }).notNull(),
    deletedAt: bigint({ mode: 'number' }),
    /** Tokens that were issued before are not good any more: the password has changed. */
    tokensFrom: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email).where(sql`${t.deletedAt} is null`),
    index('users_newest').on(t.createdAt.desc(), t.id),
    index('users_gone').on(t.id).where(sql`${t.deletedAt} is not null`),
  ],
)
