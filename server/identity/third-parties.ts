/** Signing in with a third party: what better-auth needs for each that the settings name. */
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import type { ThirdPartySettings } from '#server/settings.ts'
import { lateOidc } from './late-oidc.ts'

export type ThirdParties = Required<Pick<BetterAuthOptions, 'socialProviders' | 'plugins'>>

/** Google and GitHub as better-auth knows them, any other by OpenID Connect; all in a popup. Nothing where there is none. */
export async function thirdPartyOptions(parties: ThirdPartySettings[]): Promise<ThirdParties> {
  const known = parties.filter(({ issuer }) => !issuer)
  const others = parties.flatMap(({ issuer, ...party }) => (issuer ? [{ ...party, issuer }] : []))
  return {
    socialProviders: Object.fromEntries(
      known.map(({ id, clientId, clientSecret }) => [id, { clientId, clientSecret }]),
    ),
    plugins: parties.length ? [await popup(), ...others.map(lateOidc)] : [],
  }
}

/** The package has no smaller entrance to it, and this one costs a tenth of the start. */
async function popup(): Promise<BetterAuthPlugin> {
  const { oauthPopup } = await import('better-auth/plugins')
  return oauthPopup()
}
