import type { Identity } from './identity.ts'

/** Loads the identity provider, which the page names unless it is the embedded one. Called on demand, because most visitors never sign in. */
export async function loadIdentity(): Promise<Identity> {
  const named = document.querySelector<HTMLMetaElement>('meta[name=identity]')
  if (named) return (await import('./hosted/hosted.ts')).openHosted(named.content)
  return (await import('./embedded/embedded.ts')).createEmbeddedIdentity({ passwords: true })
}
