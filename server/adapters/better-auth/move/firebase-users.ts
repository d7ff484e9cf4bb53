/** The file of `firebase auth:import` and `auth:export`. Source: https://firebase.google.com/docs/cli/auth#JSON */
import { z } from 'zod'
import { Email } from '#contract/values/fields.ts'

/** Our hashes in `firebase auth:import`: better-auth's scrypt. */
export const HASH_OPTIONS =
  '--hash-algo=STANDARD_SCRYPT --mem-cost=16384 --parallelization=1 --block-size=16 --dk-len=64'

const FirebaseUser = z.object({
  localId: z.string().min(1).max(128),
  email: Email.optional(),
  emailVerified: z.boolean().default(false),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  passwordHash: z.string().optional(),
  salt: z.string().optional(),
  createdAt: z.coerce.number().optional(),
  disabled: z.boolean().default(false),
  providerUserInfo: z.array(z.object({ providerId: z.string(), rawId: z.string() })).default([]),
})
export type FirebaseUser = z.infer<typeof FirebaseUser>

export const FirebaseUsers = z.object({ users: z.array(FirebaseUser) })

/** The sign-in providers that have the same accounts on both sides, by our ids. */
const PROVIDERS = new Map([
  ['google', 'google.com'],
  ['github', 'github.com'],
])

/** Returns Firebase's id of a sign-in provider, or null for one whose accounts cannot move. */
export function toFirebaseProvider(id: string): string | null {
  return PROVIDERS.get(id) ?? null
}

export function toOwnProvider(id: string): string | null {
  return [...PROVIDERS].find(([, firebaseId]) => firebaseId === id)?.[0] ?? null
}

/** Returns the hash and the salt of better-auth's `salt:key` in Firebase's form. The salt is the text, not the bytes that it names. */
export function toFirebaseHash(stored: string): { passwordHash: string; salt: string } {
  const [salt = '', key = ''] = stored.split(':')
  return { passwordHash: Buffer.from(key, 'hex').toString('base64'), salt: Buffer.from(salt).toString('base64') }
}
