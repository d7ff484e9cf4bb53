import { isNull } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../users/users.table.ts'

/** Changes of e-mail addresses: those that wait for the new address, and those that the owner of the old one may still stop. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    fromEmail: text().notNull(),
    toEmail: text().notNull(),
    /** The admin who requested it; null for the user. */
    requestedBy: uuid().references(() => users.id),
    /** SHA-256 of the token in the e-mail to the new address. */
    tokenHash: text().notNull().unique(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Null while the change waits. */
    changedAt: bigint({ mode: 'number' }),
    /** SHA-256 of the token in the e-mail to the old address. Null where the old one was never confirmed. */
    stopHash: text().unique(),
    /** True if the second factor was on when the address changed. */
    hadSecondFactor: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('email_changes_waiting').on(t.userId).where(isNull(t.changedAt)),
    index('email_changes_user').on(t.userId),
    index('email_changes_from').on(t.fromEmail),
  ],
)
