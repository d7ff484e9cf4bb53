/** The state of the demo's sign-in provider. Code outside the sandbox never reads it. */
import { bigint, index, jsonb, pgSchema, text } from 'drizzle-orm/pg-core'
import type { AdapterPayload } from 'oidc-provider'

export const signInSandbox = pgSchema('sign_in_sandbox')

/** Its sessions, codes, tokens and accounts until they expire. */
export const entries = signInSandbox.table(
  'entries',
  {
    /** The kind and the provider's id: `Session:V1StGXR8`. */
    id: text().primaryKey(),
    payload: jsonb().$type<AdapterPayload>().notNull(),
    uid: text(),
    grantId: text(),
    /** Milliseconds since 1970. */
    expiresAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('entries_expiry').on(t.expiresAt),
    index('entries_uid').on(t.uid),
    index('entries_grant').on(t.grantId),
  ],
)
