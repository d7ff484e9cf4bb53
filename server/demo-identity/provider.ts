/** The OpenID Connect provider itself. Source: https://github.com/panva/node-oidc-provider (recipes/skip_consent.md) */
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { ThirdPartySettings } from '#server/settings.ts'
import { messagePage } from './pages.ts'
import { Shelf } from './shelf.ts'

const ALGORITHM = 'ES256'
const MOST_PEOPLE = 1000

interface Person {
  email: string
  name: string
}

/** Whoever has said who they are, by their subject. */
class People {
  readonly #known = new Map<string, Person>()

  /** Remembers who somebody says to be; the same e-mail is always the same subject. */
  introduce(email: string, name: string): string {
    const subject = createHash('sha256').update(email).digest('base64url')
    this.#known.set(subject, { email, name: name || email.slice(0, email.indexOf('@')) })
    const oldest = this.#known.size > MOST_PEOPLE ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    return subject
  }

  account(subject: string) {
    const person = this.#known.get(subject)
    if (!person) return undefined
    return { accountId: subject, claims: () => ({ sub: subject, email_verified: true, ...person }) }
  }
}

export interface PretendProvider {
  provider: Provider
  people: People
}

/** @param cookieKey what its cookies are signed with */
export async function openProvider(
  client: ThirdPartySettings,
  publicUrl: string,
  cookieKey: string,
): Promise<PretendProvider> {
  const issuer = client.issuer ?? publicUrl
  const people = new People()
  const provider = new Provider(issuer, {
    adapter: Shelf,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${publicUrl}/api/auth/callback/${client.id}`],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [await newKey()] },
    cookies: { keys: [cookieKey] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, subject) => people.account(subject),
    loadExistingGrant: grantAll,
    renderError(ctx) {
      ctx.type = 'html'
      ctx.body = messagePage('This sign-in did not work. Please close this window and try again.')
    },
  } satisfies Configuration)
  provider.proxy = true
  return { provider, people }
}

/** The school is the only client, and nobody has to be asked what it may know. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const accountId = oidc.session?.accountId
  const clientId = oidc.client?.clientId
  if (!accountId || !clientId) return undefined
  const grant = new oidc.provider.Grant({ accountId, clientId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: 'sig' } as JWK
}
