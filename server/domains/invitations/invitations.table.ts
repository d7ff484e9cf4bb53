import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '../../../contract/values/role.ts'
import { users } from '../users/users.table.ts'

/** Invitations that were not accepted. Of their links only the hashes are stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    role: text({ enum: ROLES }).notNull(),
    invitedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the token in the e-mail, which no one else sees: it confirms the address. */
    emailHash: text().notNull(),
    /** SHA-256 of the token that the admin passes on. */
    copyHash: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    expiresAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    uniqueIndex('invitations_email_hash').on(t.emailHash),
    uniqueIndex('invitations_copy_hash').on(t.copyHash),
    index('invitations_newest').on(t.createdAt.desc(), t.id),
  ],
)
