/** URLs that pages load of a hosted identity provider, for their content security policy. */
import type { IdentitySettings } from './identity.ts'

export interface IdentityPolicy {
  script: string
  frame: string
  connect: string
}

/** Returns null where the pages load nothing from it. Source: the requests of firebase/auth */
export function readIdentityPolicy(settings: IdentitySettings): IdentityPolicy | null {
  if (settings.provider !== 'firebase') return null
  const { authDomain, emulator } = settings.firebase
  return {
    script: 'https://apis.google.com',
    frame: `https://${authDomain}${emulator ? ` ${emulator}` : ''}`,
    connect: emulator ?? 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com',
  }
}
