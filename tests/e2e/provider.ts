/**
 * The identity provider that the browser tests run on: the embedded one, or Firebase's emulator, which `npm run test:firebase` starts. Tests
 * of other features sign in through here, so that they run on both.
 */
import type { Page } from '@playwright/test'
import { createCalls, type SignedIn, signIn, signUp } from '../../bench/signed-in.ts'
import { api } from '../../contract/api.ts'
import { createAtEmulator, PROJECT, signInAtEmulator } from '../firebase/accounts.ts'

/** Names the host and the port of the emulator, where it is the provider. */
export const EMULATOR = 'FIREBASE_EMULATOR_OF_TESTS'

/** Tags a test of calls, messages or e-mails that only the embedded provider has. */
export const EMBEDDED = '@embedded'

export const emulatorHost = (): string | undefined => process.env[EMULATOR]

/** Returns the settings of an application whose accounts are at Firebase's emulator. */
export function firebaseSettings(host: string): Record<string, string> {
  const identity = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'key' }
  return { ...identity, FIREBASE_AUTH_EMULATOR_HOST: host, NODE_ENV: 'test', FIREBASE_PROVIDERS: 'google.com' }
}

/** Returns the settings of an application whose accounts are at the provider of the tests. */
export function providerSettings(): Record<string, string> {
  const host = emulatorHost()
  return host ? firebaseSettings(host) : {}
}

/** Registers a student, and signs in, without a browser. */
export async function signUpByCall(url: string, email: string, { isConfirmed = false } = {}): Promise<SignedIn> {
  const host = emulatorHost()
  if (!host) return signUp(url, email)
  const password = 'Secret@2019'
  await createAtEmulator(host, { email, password, displayName: 'Nora Berg', emailVerified: isConfirmed })
  return signInByCall(url, email, password)
}

/** Returns the token that a browser has stored, or null. */
export async function readStoredToken(page: Page): Promise<string | null> {
  const { origins } = await page.context().storageState()
  return origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'token')?.value ?? null
}

/** Signs in with an existing account, without a browser. */
export async function signInByCall(url: string, email: string, password: string): Promise<SignedIn> {
  const host = emulatorHost()
  if (!host) return signIn(url, email, password)
  const { idToken } = await signInAtEmulator(host, email, password)
  const proven = createCalls(url, { authorization: `Bearer ${idToken}` })
  const { jwtToken } = await proven(api.issueToken, { body: { email } })
  return { email, token: jwtToken, cookie: '', call: createCalls(url, { authorization: `Bearer ${jwtToken}` }) }
}
