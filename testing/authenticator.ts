/** An authenticator app in tests. Server tests freeze the clock, which moves on so that each code is new. */
import { vi } from 'vitest'
import type { Member } from './member.ts'
import { CODE_PERIOD_MS, generateCode } from './totp.ts'

/** The second factor of a member. */
export interface Authenticator {
  /** The secret's address, as in the QR code. */
  readonly uri: string
  readonly recoveryCodes: string[]
  /** Moves the clock to the next period. Returns its code. */
  nextCode(): string
}

/** Sets up a second factor for a signed-in member. The test must have frozen the clock. */
export async function setUpSecondFactor(member: Member, password?: string): Promise<Authenticator> {
  const enabled = await member.identify('two-factor/enable', { password })
  if (enabled.statusCode !== 200) throw new Error(`could not enable: ${enabled.body}`)
  const { totpURI: uri, backupCodes: recoveryCodes } = enabled.json()
  const nextCode = () => {
    vi.setSystemTime(Date.now() + CODE_PERIOD_MS)
    return generateCode(uri)
  }
  const confirmed = await member.identify('two-factor/verify-totp', { code: nextCode() })
  if (confirmed.statusCode !== 200) throw new Error(`could not confirm: ${confirmed.body}`)
  return { uri, recoveryCodes, nextCode }
}
