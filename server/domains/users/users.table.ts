import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '../../../contract/users.ts'
import * as Column from '../../platform/exported-tables.ts'

/** Our own record of a user. A deleted user's record stays, because payments refer to it. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    name: text().notNull(),
    image: text(),
    /** As the owner writes it, for the lists of their dates. */
    phone: text(),
    role: text({ enum: ROLES }).notNull().default('student'),
    createdAt: bigint({ mode: 'number' }).notNull(),
    deletedAt: bigint({ mode: 'number' }),
    /** Tokens issued earlier are revoked, for example because the password has changed. */
    tokensFrom: bigint({ mode: 'number' }).notNull().default(0),
    /** The identity provider's id of the owner. Null until a confirmed e-mail claims the record. */
    identityId: text(),
    /** True if the owner has confirmed the e-mail at the identity provider. Has no meaning without an identity. */
    emailConfirmed: boolean().notNull().default(false),
    /** True if a token exchange made the record, so that the name and image of the registration are still to come. */
    isProvisional: boolean().notNull().default(false),
    /** The version of the terms that was current at the registration. Null before it was recorded, and for records without one. */
    termsVersion: integer(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_identity').on(t.identityId).where(sql`${t.deletedAt} is null`),
    index('users_newest').on(t.createdAt.desc(), t.id),
    index('users_gone').on(t.id).where(sql`${t.deletedAt} is not null`),
  ],
)

export const USER_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'users',
    meaning: 'Users, deleted ones included, because payments refer to them.',
    columns: {
      id: Column.id,
      email: Column.text('e-mail address, lower case'),
      name: Column.text('display name'),
      image: Column.text('URL of the photo'),
      phone: Column.text('phone number; empty where the user has given none'),
      role: Column.text('student, instructor or admin'),
      created_at: Column.createdAt,
      deleted_at: Column.time('when the user was deleted; empty for users of today'),
      email_confirmed: Column.flag('the address was confirmed'),
      is_provisional: Column.flag('name and photo are not filled in yet'),
      terms_version: Column.text(
        'version of the terms that the user agreed to, in page_versions.csv; empty where it is not known',
      ),
    },
    leftOut: { tokens_from: 'ends tokens', identity_id: 'id at the identity provider' },
  },
]
