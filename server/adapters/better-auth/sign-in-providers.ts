/** better-auth's options for the sign-in providers of the settings. */
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import type { SignInProviderSettings } from '#server/settings/sign-in-providers.ts'
import { createLazyOidc, type OnVerified } from './lazy-oidc.ts'

export type ProviderOptions = Required<Pick<BetterAuthOptions, 'socialProviders' | 'plugins'>>

/** Google and GitHub are built into better-auth, the others use OpenID Connect. All of them open in a popup. */
export async function createProviderOptions(
  providers: SignInProviderSettings[],
  onVerified: OnVerified,
): Promise<ProviderOptions> {
  const builtIn = providers.filter(({ issuer }) => !issuer)
  const others = providers.flatMap(({ issuer, ...provider }) => (issuer ? [{ ...provider, issuer }] : []))
  return {
    socialProviders: Object.fromEntries(
      builtIn.map(({ id, clientId, clientSecret }) => [id, { clientId, clientSecret }]),
    ),
    plugins: providers.length ? [await loadPopup(), ...others.map((client) => createLazyOidc(client, onVerified))] : [],
  }
}

/** Loads the popup plugin only if it is used: its module takes a tenth of the start, and has no smaller entry. */
async function loadPopup(): Promise<BetterAuthPlugin> {
  const { oauthPopup } = await import('better-auth/plugins')
  return oauthPopup()
}
