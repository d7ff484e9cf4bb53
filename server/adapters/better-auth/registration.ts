/** Who may register: better-auth asks before it creates an account, by password or with a sign-in provider. */
import type { BetterAuthOptions } from 'better-auth'
import { SIGN_UP_CLOSED_MESSAGE } from '#contract/values/sign-up-closed.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TrackedTransactions } from './tracked-transactions.ts'

interface RegistrationSettings {
  mayRegister(db: Database, email: string): Promise<boolean>
}

/** Returns better-auth's options for accounts. */
export function createUserOptions(
  { mayRegister }: RegistrationSettings,
  transactions: TrackedTransactions,
): NonNullable<BetterAuthOptions['user']> {
  return {
    additionalFields: { demo: { type: 'boolean', input: false, returned: false, defaultValue: false } },
    async validateUserInfo({ user, source }) {
      if (source.action !== 'create-user') return
      if (await mayRegister(transactions.current(), String(user.email).toLowerCase())) return
      return { error: 'SIGN_UP_CLOSED', errorDescription: SIGN_UP_CLOSED_MESSAGE }
    },
  }
}
