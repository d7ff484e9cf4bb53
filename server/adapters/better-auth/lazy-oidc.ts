/**
 * An OpenID Connect provider whose endpoints are discovered at the first sign-in. better-auth discovers them only once, at its
 * start, so an issuer that is down then, or that this server runs itself, would stay unknown.
 */
import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'

export interface OidcClient {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  promptsEachTime?: boolean
}

/** A subject of a provider, and the address, in lower case, that the provider has verified for it. */
export interface VerifiedSubject {
  email: string
  providerId: string
  subject: string
}

/** Called before a sign-in of a subject with a verified address. */
export type OnVerified = (verified: VerifiedSubject) => Promise<void>

type Provider = AuthContext['socialProviders'][number]

/** Returns the plugin that adds the provider. While the issuer is down each sign-in fails, and the next one tries again. */
export function createLazyOidc(client: OidcClient, onVerified: OnVerified): BetterAuthPlugin {
  return {
    id: `late-oidc-${client.id}`,
    init: (context) => ({
      context: { socialProviders: [...context.socialProviders, createProvider(client, context, onVerified)] },
    }),
  }
}

function createProvider(client: OidcClient, context: AuthContext, onVerified: OnVerified): Provider {
  let discovery: Promise<Provider> | null = null
  const discoverOnce = () => {
    discovery ??= discover(client, context).catch((error: unknown) => {
      discovery = null
      throw error
    })
    return discovery
  }
  return {
    id: client.id,
    name: client.name,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => readSubject(profile),
    createAuthorizationURL: async (data) => (await discoverOnce()).createAuthorizationURL(data),
    validateAuthorizationCode: async (data) => (await discoverOnce()).validateAuthorizationCode(data),
    async getUserInfo(tokens) {
      const info = await (await discoverOnce()).getUserInfo(tokens)
      const subject = info && readSubject(info.data)
      if (subject && info.user.emailVerified && info.user.email)
        await onVerified({ email: info.user.email.toLowerCase(), providerId: client.id, subject })
      return info
    },
  }
}

function readSubject(profile: object): string {
  return 'sub' in profile && typeof profile.sub === 'string' ? profile.sub : ''
}

/** Discovers the provider, and requires verifiable ID tokens. Source: OpenID Connect Discovery 1.0, section 4 */
async function discover(client: OidcClient, context: AuthContext): Promise<Provider> {
  const { id, name, issuer, clientId, clientSecret, promptsEachTime } = client
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const scopes = ['openid', 'profile', 'email']
  const config = {
    providerId: id,
    name,
    discoveryUrl,
    clientId,
    clientSecret,
    scopes,
    requireIdTokenVerification: true,
  }
  const prompt = promptsEachTime ? ('login' as const) : undefined
  const emptyContext = { ...context, socialProviders: [] }
  const { socialProviders } = (await genericOAuth({ config: [{ ...config, prompt }] }).init(emptyContext)).context
  const [provider] = socialProviders
  if (!provider) throw new Error(`${issuer} does not publish its OpenID Connect endpoints`)
  return provider
}
