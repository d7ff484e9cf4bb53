import type { Identity } from './identity.ts'

/** Loads the provider that this school uses; only when it is needed, since most visitors never sign in. */
export async function loadIdentity(): Promise<Identity> {
  const { embeddedIdentity } = await import('./embedded.ts')
  return embeddedIdentity
}
