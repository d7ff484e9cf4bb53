/** The second factor at the embedded provider. Source: https://better-auth.com/docs/plugins/2fa */
import { AuthError, CODE_NEEDED } from '#web/session/auth-error.ts'
import type { Code, Identity } from '#web/session/identity.ts'
import { callIdentity } from './embedded-call.ts'

type SecondFactor = Pick<
  Identity,
  'reauthenticate' | 'setUpSecondFactor' | 'confirmSecondFactor' | 'renewRecoveryCodes' | 'turnOffSecondFactor'
>

const VERIFY = { code: '/two-factor/verify-totp', 'recovery code': '/two-factor/verify-backup-code' } as const

export const secondFactor: SecondFactor = {
  async reauthenticate(password, code) {
    const field = code?.kind === 'code' ? { code: code.value } : { recoveryCode: code?.value }
    await callIdentity('/reauthenticate', { password, ...field })
  },
  async setUpSecondFactor(password) {
    const body = { password: password ?? undefined }
    const { totpURI, backupCodes } = await callIdentity<{ totpURI: string; backupCodes: string[] }>(
      '/two-factor/enable',
      body,
    )
    return { uri: totpURI, recoveryCodes: backupCodes }
  },
  async confirmSecondFactor(code) {
    await callIdentity(VERIFY.code, { code })
  },
  async renewRecoveryCodes(password) {
    const body = { password: password ?? undefined }
    return (await callIdentity<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', body)).backupCodes
  },
  async turnOffSecondFactor(password) {
    await callIdentity('/two-factor/disable', { password: password ?? undefined })
  },
}

/** Sends the code of a sign-in. */
export function verifyCode<T>({ kind, value }: Code): Promise<T> {
  return callIdentity<T>(VERIFY[kind], { code: value })
}

/** Returns the error of a sign-in that waits for a code. */
export function createCodeNeeded(): AuthError {
  return new AuthError('Enter the code of your authenticator app.', CODE_NEEDED)
}
