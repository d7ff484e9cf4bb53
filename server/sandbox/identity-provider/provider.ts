/** The OpenID Connect provider of the demo. Source: https://github.com/panva/node-oidc-provider (recipes/skip_consent.md) */
import { createECDH, createHash } from 'node:crypto'
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import Provider, { type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { Database } from '#server/platform/database/database.ts'
import { deriveKey, deriveKeyText } from '#server/platform/secrets.ts'
import type { SignInProviderSettings } from '#server/settings/sign-in-providers.ts'
import { renderMessagePage } from './pages.ts'
import { entries } from './sign-in-sandbox.table.ts'

const ALGORITHM = 'ES256'
const CURVE = 'prime256v1'
const ACCOUNT_SECONDS = 30 * 24 * 60 * 60

/** The accounts that have signed in, by their subject. */
class Accounts {
  readonly #stored: DatabaseAdapter

  constructor(db: Database) {
    this.#stored = new DatabaseAdapter(db, 'Account')
  }

  /** Stores a profile, and returns its subject. The same e-mail always has the same subject. */
  async save(email: string, name: string): Promise<string> {
    const subject = createHash('sha256').update(email).digest('base64url')
    const profile = { email, name: name || email.slice(0, email.indexOf('@')) }
    await this.#stored.upsert(subject, profile, ACCOUNT_SECONDS)
    return subject
  }

  async find(subject: string) {
    const profile = await this.#stored.find(subject)
    if (!profile) return undefined
    return { accountId: subject, claims: () => ({ sub: subject, email_verified: true, ...profile }) }
  }
}

export interface SandboxProvider {
  provider: Provider
  accounts: Accounts
}

/** @param secret the source of its keys, which are the same in every instance */
export function openProvider(
  client: SignInProviderSettings,
  publicUrl: string,
  { db, secret }: { db: Database; secret: string },
): SandboxProvider {
  const issuer = client.issuer ?? publicUrl
  const accounts = new Accounts(db)
  const provider = new Provider(issuer, {
    adapter: (kind) => new DatabaseAdapter(db, kind),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${publicUrl}/api/auth/callback/${client.id}`],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [deriveSigningKey(secret)] },
    cookies: { keys: [deriveKeyText('demo identity: cookies', secret)] },
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

/** Derives the private key that signs ID tokens. Source: RFC 7518, section 6.2 */
function deriveSigningKey(secret: string): JWK {
  const d = Buffer.from(deriveKey('demo identity: signing', secret))
  const pair = createECDH(CURVE)
  pair.setPrivateKey(d)
  // An uncompressed point: one byte, then both coordinates of 32 bytes.
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  return { kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url'), alg: ALGORITHM, use: 'sig' } as JWK
}

const DEFAULT_SECONDS = 600

/** Stores one kind of entry (sessions, codes, …) in the database, so that every instance has it: for which oidc-provider creates an adapter. Source: its `Adapter` */
class DatabaseAdapter implements Adapter {
  readonly #db: Database
  readonly #kind: string

  constructor(db: Database, kind: string) {
    this.#db = db
    this.#kind = kind
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const now = Date.now()
    const expiresAt = now + (expiresIn || DEFAULT_SECONDS) * 1000
    const values = { payload, uid: payload.uid ?? null, grantId: payload.grantId ?? null, expiresAt }
    await this.#db
      .insert(entries)
      .values({ id: this.#toKey(id), ...values })
      .onConflictDoUpdate({ target: entries.id, set: values })
    await this.#db.delete(entries).where(lte(entries.expiresAt, now))
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere(eq(entries.id, this.#toKey(id)))
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere(eq(entries.uid, uid))
  }

  /** Only the device flow, which is off, has user codes. */
  async findByUserCode(): Promise<undefined> {}

  /** Marks a code as used. A second use ends its tokens. */
  async consume(id: string): Promise<void> {
    const consumed = sql`jsonb_set(${entries.payload}, '{consumed}', to_jsonb(${Math.floor(Date.now() / 1000)}::int))`
    await this.#db
      .update(entries)
      .set({ payload: consumed })
      .where(eq(entries.id, this.#toKey(id)))
  }

  async destroy(id: string): Promise<void> {
    await this.#db.delete(entries).where(eq(entries.id, this.#toKey(id)))
  }

  /** Ends the entries of this kind only: a sign-in that is under way has the grant of the last one. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.delete(entries).where(and(eq(entries.grantId, grantId), this.#isOfKind))
  }

  async #findWhere(condition: ReturnType<typeof eq>): Promise<AdapterPayload | undefined> {
    const [row] = await this.#db
      .select()
      .from(entries)
      .where(and(condition, this.#isOfKind, gt(entries.expiresAt, Date.now())))
    return row?.payload
  }

  get #isOfKind(): SQL {
    return sql`starts_with(${entries.id}, ${`${this.#kind}:`})`
  }

  #toKey(id: string): string {
    return `${this.#kind}:${id}`
  }
}
