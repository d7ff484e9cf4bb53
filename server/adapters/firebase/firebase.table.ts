import { bigint, boolean, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { identity } from '../better-auth/identity.table.ts'

/** The sign-ins at a hosted identity provider that have ended here. The provider itself keeps the sessions. */
export const endedSignIn = identity.table(
  'ended_sign_in',
  {
    identityId: text().notNull(),
    /** Time of the sign-in, in seconds since 1970. */
    authTime: integer().notNull(),
    /** True if all earlier sign-ins of the identity have ended, and not this one. */
    earlier: boolean().notNull().default(false),
    endedAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.identityId, t.authTime, t.earlier] }), index('ended_sign_in_ended').on(t.endedAt)],
)
