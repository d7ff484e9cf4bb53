import type { Identity } from './identity.ts'

/** Loads the identity provider. Called on demand, because most visitors never sign in. */
export async function loadIdentity(): Promise<Identity> {
  const { embeddedIdentity } = await import('./embedded/embedded.ts')
  return embeddedIdentity
}
