/** Rules of registration: better-auth asks before it creates an account, by password or with a sign-in provider. */
import type { BetterAuthOptions } from 'better-auth'
import { SIGN_UP_CLOSED_MESSAGE } from '#contract/values/sign-up-closed.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hasSubject, OTHER_SUBJECT } from './only-provider.ts'
import type { TrackedTransactions } from './tracked-transactions.ts'

interface RegistrationSettings {
  isReserved(db: Database, email: string): Promise<boolean>
  passwords: boolean
  mayRegister(db: Database, email: string): Promise<boolean>
}

/** Returns better-auth's options for accounts. */
export function createUserOptions(
  { passwords, isReserved, mayRegister }: RegistrationSettings,
  transactions: TrackedTransactions,
): NonNullable<BetterAuthOptions['user']> {
  return {
    additionalFields: { demo: { type: 'boolean', input: false, returned: false, defaultValue: false } },
    async validateUserInfo({ user, source }) {
      const { oauth } = source
      // With passwords, only the owner of an account connects a provider.
      if (source.action === 'link-account' && !passwords) {
        const isTaken = oauth && user.id && (await hasSubject(transactions.current(), user.id, oauth.providerId))
        return isTaken ? { error: OTHER_SUBJECT } : undefined
      }
      if (source.action !== 'create-user') return
      const email = String(user.email).toLowerCase()
      if (await isReserved(transactions.current(), email)) return { error: 'USER_ALREADY_EXISTS' }
      if (await mayRegister(transactions.current(), email)) return
      return { error: 'SIGN_UP_CLOSED', errorDescription: SIGN_UP_CLOSED_MESSAGE }
    },
  }
}
