/** Opens the card provider and the storage of images that the settings name. The commands of operators use them without the application. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { JWTVerifyGetKey } from 'jose'
import Stripe from 'stripe'
import type { EmbeddedAuth } from './adapters/better-auth/better-auth.ts'
import { createEmbeddedIdentity, type EmbeddedIdentityOptions } from './adapters/better-auth/embedded-identity.ts'
import { openAccounts } from './adapters/firebase/accounts.ts'
import { createFirebaseIdentity } from './adapters/firebase/firebase-identity.ts'
import { createVerifier, openGoogleKeys } from './adapters/firebase/id-token.ts'
import { createFolderStorage } from './adapters/folder-storage.ts'
import { createS3Storage } from './adapters/s3-storage.ts'
import { createStripeCards } from './adapters/stripe.ts'
import type { Database } from './platform/database/database.ts'
import type { CardProvider } from './ports/card-provider.ts'
import type { ImageStorage } from './ports/image-storage.ts'
import { type CardSandbox, openCardSandbox } from './sandbox/card-provider/card-sandbox.ts'
import type { IdentitySettings } from './settings/identity.ts'
import type { Settings } from './settings/settings.ts'

/** Opens a bucket of S3, or the folder in DATA_DIR. */
export function openImageStorage({ images: { s3 }, dataDir }: Pick<Settings, 'images' | 'dataDir'>): ImageStorage {
  return s3 ? createS3Storage(s3) : createFolderStorage(join(dataDir, 'pictures'))
}

/** Opens Stripe, or the sandbox on `db`. */
export async function openCards(
  { cards }: Settings,
  secret: string,
  db: Database,
  log: FastifyBaseLogger,
): Promise<{ cards: CardProvider; sandbox: CardSandbox | null }> {
  if (cards.provider === 'stripe') {
    const options = { maxNetworkRetries: 2, timeout: 20_000, telemetry: false, ...toClientUrl(cards.api) }
    const stripe = new Stripe(cards.secretKey, options)
    return { cards: createStripeCards(stripe, cards.webhookSecret), sandbox: null }
  }
  const sandbox = await openCardSandbox(db, secret, (error) =>
    log.error(error, 'the card sandbox could not deliver a webhook event'),
  )
  return { cards: createStripeCards(sandbox.stripe, sandbox.webhookSecret), sandbox }
}

/** Returns the SDK's options for the URL of a fake. Without one, it calls Stripe itself. */
function toClientUrl(api: string | undefined) {
  if (api === undefined) return {}
  const { hostname, port } = new URL(api)
  return { protocol: 'http', host: hostname, port } as const
}

interface IdentityParts extends Omit<EmbeddedIdentityOptions, 'passwords'> {
  db: Database
  auth: EmbeddedAuth
  /** The keys of Firebase's tokens. */
  firebaseKeys: JWTVerifyGetKey | undefined
}

/** Opens the identity provider of the settings. */
export function openIdentity(settings: IdentitySettings, { db, auth, firebaseKeys, ...parts }: IdentityParts) {
  if (settings.provider !== 'firebase')
    return createEmbeddedIdentity(auth, { ...parts, passwords: settings.provider === 'embedded' })
  const { firebase } = settings
  const verify = createVerifier(firebase, firebaseKeys ?? openGoogleKeys())
  return createFirebaseIdentity({ db, verify, accounts: openAccounts(firebase) })
}
