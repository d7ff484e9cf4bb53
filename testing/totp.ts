/** The codes of an authenticator app. */
import { TOTP, URI } from 'otpauth'

export const CODE_PERIOD_MS = 30_000

/** Returns the code of a secret's address (`otpauth://…`) at a time in milliseconds since 1970. */
export function generateCode(uri: string, timestamp = Date.now()): string {
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error(`not a TOTP address: ${uri}`)
  return totp.generate({ timestamp })
}
