/**
 * A provider of OpenID Connect whose endpoints are asked for when somebody wants to sign in. better-auth asks once, when it
 * starts: an issuer that was away then, or that is served by ourselves, would never be known.
 */
import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'

export interface OidcClient {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  asksEachTime?: boolean
}

type Provider = AuthContext['socialProviders'][number]

/** The plugin that adds the provider. While its issuer is away each sign-in is refused, and asks anew. */
export function lateOidc(client: OidcClient): BetterAuthPlugin {
  return {
    id: `late-oidc-${client.id}`,
    init: (context) => ({ context: { socialProviders: [...context.socialProviders, late(client, context)] } }),
  }
}

function late(client: OidcClient, context: AuthContext): Provider {
  let found: Promise<Provider> | null = null
  const provider = () => {
    found ??= discover(client, context).catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
  return {
    id: client.id,
    name: client.name,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => ('sub' in profile && typeof profile.sub === 'string' ? profile.sub : ''),
    createAuthorizationURL: async (data) => (await provider()).createAuthorizationURL(data),
    validateAuthorizationCode: async (data) => (await provider()).validateAuthorizationCode(data),
    getUserInfo: async (tokens) => (await provider()).getUserInfo(tokens),
  }
}

/** Source: OpenID Connect Discovery 1.0, section 4. Its ID tokens must be verifiable, or the provider is not taken. */
async function discover(client: OidcClient, context: AuthContext): Promise<Provider> {
  const { id, name, issuer, clientId, clientSecret, asksEachTime } = client
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const scopes = ['openid', 'profile', 'email']
  const known = { providerId: id, name, discoveryUrl, clientId, clientSecret, scopes, requireIdTokenVerification: true }
  const prompt = asksEachTime ? ('login' as const) : undefined
  const alone = { ...context, socialProviders: [] }
  const { socialProviders } = (await genericOAuth({ config: [{ ...known, prompt }] }).init(alone)).context
  const [provider] = socialProviders
  if (!provider) throw new Error(`${issuer} does not say how to sign in with it`)
  return provider
}
