/** Identity providers other than the embedded one with its passwords. */
import type { BrowserIdentity } from '#contract/sign-in.ts'
import { createEmbeddedIdentity } from '../embedded/embedded.ts'
import type { Identity } from '../identity.ts'

/** @param settings as the page names them, in JSON */
export async function openHosted(settings: string): Promise<Identity> {
  const identity: BrowserIdentity = JSON.parse(settings)
  if (identity.provider === 'oidc') return createEmbeddedIdentity({ passwords: false })
  const { createFirebaseIdentity } = await import('../firebase/firebase.ts')
  return createFirebaseIdentity(identity)
}
