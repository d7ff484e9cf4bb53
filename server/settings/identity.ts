/** The settings of the identity provider. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { BrowserIdentity } from '#contract/sign-in.ts'
import { isLoopback } from '#server/platform/loopback.ts'
import { SettingError } from '#server/platform/start-error.ts'
import type { Environment } from './environment.ts'

/** The key of a service account, with which this server administers the accounts of the project. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: string
}

export interface FirebaseSettings {
  projectId: string
  /** Names the project to Google. It is public. */
  apiKey: string
  /** The host of the popup. */
  authDomain: string
  /** The sign-in providers that are turned on in the project. */
  providers: { id: string; name: string }[]
  /** Absent: this server neither looks accounts up nor deletes them. */
  serviceAccount: ServiceAccount | undefined
  /** The origin of Firebase's emulator, whose tokens have no signature. For tests only. */
  emulator: string | undefined
}

export type IdentitySettings =
  | { provider: 'embedded' }
  /** The provider of the OIDC_ settings, or the demo's own, is the only way to sign in. */
  | { provider: 'oidc' }
  | { provider: 'firebase'; firebase: FirebaseSettings }

const NAMES = new Map([
  ['google.com', 'Google'],
  ['github.com', 'GitHub'],
  ['apple.com', 'Apple'],
  ['facebook.com', 'Facebook'],
  ['microsoft.com', 'Microsoft'],
  ['twitter.com', 'X'],
  ['yahoo.com', 'Yahoo'],
])

/** The settings of the sign-in providers that this server calls itself. */
const OTHER_PROVIDERS = ['GOOGLE_CLIENT_ID', 'GITHUB_CLIENT_ID'] as const

/** @throws SettingError */
export function readIdentitySettings(env: Environment, demo: boolean): IdentitySettings {
  const { IDENTITY: provider } = env
  const unused = Object.keys(env).find((name) => name.startsWith('FIREBASE_') && env[name as keyof Environment])
  if (provider !== 'firebase' && unused) throw new SettingError(`${unused}: is only for IDENTITY=firebase`)
  if (provider === 'embedded') return { provider }
  const other = OTHER_PROVIDERS.find((name) => env[name])
  if (other) throw new SettingError(`${other}: IDENTITY=${provider} allows no other sign-in provider`)
  if (provider === 'firebase') return { provider, firebase: readFirebase(env) }
  if (!env.OIDC_ISSUER && !demo) throw new SettingError('IDENTITY: oidc needs the OIDC_ settings')
  return { provider }
}

function readFirebase(env: Environment): FirebaseSettings {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = env
  if (!projectId) throw new SettingError('FIREBASE_PROJECT_ID: is missing; IDENTITY=firebase needs it')
  if (!apiKey) throw new SettingError('FIREBASE_API_KEY: is missing; IDENTITY=firebase needs it')
  if (env.OIDC_ISSUER)
    throw new SettingError('OIDC_ISSUER: set the provider up in Firebase, and name it in FIREBASE_PROVIDERS')
  if (env.REQUIRE_ADMIN_2FA === 'on')
    throw new SettingError('REQUIRE_ADMIN_2FA: is for accounts that we keep; require it in Firebase')
  return {
    projectId,
    apiKey,
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    providers: listProviders(env),
    serviceAccount: env.FIREBASE_SERVICE_ACCOUNT ? readServiceAccount(env.FIREBASE_SERVICE_ACCOUNT) : undefined,
    emulator: readEmulator(env),
  }
}

function listProviders({ FIREBASE_PROVIDERS, OIDC_NAME }: Environment): FirebaseSettings['providers'] {
  const ids = FIREBASE_PROVIDERS?.split(',').map((id) => id.trim()) ?? []
  return ids.map((id) => {
    const name = NAMES.get(id) ?? (/^(oidc|saml)\../.test(id) ? (OIDC_NAME ?? id.slice(5)) : null)
    if (name) return { id, name }
    throw new SettingError(`FIREBASE_PROVIDERS: ${id} is none of ${[...NAMES.keys()].join(', ')} and oidc.…`)
  })
}

/** The file that the Firebase console downloads. Source: https://firebase.google.com/docs/admin/setup */
const ServiceAccountFile = z.object({ client_email: z.string(), private_key: z.string() })

function readServiceAccount(path: string): ServiceAccount {
  try {
    const { client_email, private_key } = ServiceAccountFile.parse(JSON.parse(readFileSync(path, 'utf8')))
    return { clientEmail: client_email, privateKey: private_key }
  } catch {
    throw new SettingError('FIREBASE_SERVICE_ACCOUNT: must be the path of the key file of a service account')
  }
}

/** Anybody can write a token without a signature, so the emulator is for this machine and for tests. */
function readEmulator({ FIREBASE_AUTH_EMULATOR_HOST: host, NODE_ENV }: Environment): string | undefined {
  if (!host) return undefined
  if (NODE_ENV === 'production')
    throw new SettingError('FIREBASE_AUTH_EMULATOR_HOST: is for tests, and refused with NODE_ENV=production')
  if (!isLoopback(host.slice(0, host.lastIndexOf(':'))))
    throw new SettingError('FIREBASE_AUTH_EMULATOR_HOST: must be on this machine, for example 127.0.0.1:9099')
  return `http://${host}`
}

/** Returns whether the people of the demo can sign in: they are in our database, or at the demo's own provider. */
export function keepsDemoPeople({ provider }: IdentitySettings): boolean {
  return provider !== 'firebase'
}

/** Returns what pages need to call the identity provider, or null for the embedded one. */
export function toBrowserIdentity(settings: IdentitySettings): BrowserIdentity | null {
  if (settings.provider === 'embedded') return null
  if (settings.provider === 'oidc') return settings
  const { projectId, apiKey, authDomain, emulator } = settings.firebase
  return { provider: 'firebase', projectId, apiKey, authDomain, emulator }
}
