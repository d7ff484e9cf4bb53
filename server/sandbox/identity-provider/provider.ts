/** The OpenID Connect provider of the demo. Source: https://github.com/panva/node-oidc-provider (recipes/skip_consent.md) */
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { SignInProviderSettings } from '#server/settings/sign-in-providers.ts'
import { MemoryAdapter } from './memory-adapter.ts'
import { renderMessagePage } from './pages.ts'

const ALGORITHM = 'ES256'
const MAX_ACCOUNTS = 1000

interface Profile {
  email: string
  name: string
}

/** The accounts that have signed in, by their subject. */
class Accounts {
  readonly #profiles = new Map<string, Profile>()

  /** Stores a profile, and returns its subject. The same e-mail always has the same subject. */
  save(email: string, name: string): string {
    const subject = createHash('sha256').update(email).digest('base64url')
    this.#profiles.set(subject, { email, name: name || email.slice(0, email.indexOf('@')) })
    const oldest = this.#profiles.size > MAX_ACCOUNTS ? this.#profiles.keys().next().value : undefined
    if (oldest !== undefined) this.#profiles.delete(oldest)
    return subject
  }

  find(subject: string) {
    const profile = this.#profiles.get(subject)
    if (!profile) return undefined
    return { accountId: subject, claims: () => ({ sub: subject, email_verified: true, ...profile }) }
  }
}

export interface SandboxProvider {
  provider: Provider
  accounts: Accounts
}

/** @param cookieKey the key that signs its cookies */
export async function openProvider(
  client: SignInProviderSettings,
  publicUrl: string,
  cookieKey: string,
): Promise<SandboxProvider> {
  const issuer = client.issuer ?? publicUrl
  const accounts = new Accounts()
  const provider = new Provider(issuer, {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${publicUrl}/api/auth/callback/${client.id}`],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [await createKey()] },
    cookies: { keys: [cookieKey] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, subject) => accounts.find(subject),
    loadExistingGrant: grantAll,
    renderError(ctx) {
      ctx.type = 'html'
      ctx.body = renderMessagePage('The sign-in failed. Close this window and try again.')
    },
  } satisfies Configuration)
  provider.proxy = true
  return { provider, accounts }
}

/** Grants everything without consent, because this server is the only client. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const accountId = oidc.session?.accountId
  const clientId = oidc.client?.clientId
  if (!accountId || !clientId) return undefined
  const grant = new oidc.provider.Grant({ accountId, clientId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: 'sig' } as JWK
}
