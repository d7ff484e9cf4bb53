import type { BrowserIdentity } from '#contract/sign-in.ts'
import type { Identity } from './identity.ts'

/** The name of the element in which the page names an identity provider other than the embedded one. */
export const IDENTITY_META = 'identity'

/** Loads the identity provider. Called on demand, because most visitors never sign in. */
export async function loadIdentity(): Promise<Identity> {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${IDENTITY_META}"]`)?.content
  const settings: BrowserIdentity = named ? JSON.parse(named) : { provider: 'embedded' }
  if (settings.provider === 'firebase') {
    const { createFirebaseIdentity } = await import('./firebase/firebase.ts')
    return createFirebaseIdentity(settings)
  }
  const { createEmbeddedIdentity } = await import('./embedded/embedded.ts')
  return createEmbeddedIdentity({ passwords: settings.provider === 'embedded' })
}
