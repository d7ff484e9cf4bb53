/** Firebase's own password hash, so that people who come from Firebase keep their passwords. Source: https://github.com/firebase/scrypt */
import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

const PREFIX = 'firebase-scrypt'
const KEY_BYTES = 32

/** The parameters of a project: in the Firebase console under Authentication, Users, Password hash parameters. */
export const HashConfig = z.object({
  algorithm: z.literal('SCRYPT'),
  base64_signer_key: z.base64(),
  base64_salt_separator: z.base64(),
  rounds: z.int().min(1).max(8),
  mem_cost: z.int().min(1).max(14),
})
export type HashConfig = z.infer<typeof HashConfig>

/** Returns the text that is stored as the hash of an account. It has all that a verification needs. */
export function toStoredHash(hash: string, salt: string, config: HashConfig): string {
  const { rounds, mem_cost, base64_salt_separator: separator, base64_signer_key: signerKey } = config
  return [PREFIX, rounds, mem_cost, separator, signerKey, toBase64(salt), toBase64(hash)].join('$')
}

export function isFirebaseHash(stored: string): boolean {
  return stored.startsWith(`${PREFIX}$`)
}

/** Verifies a password by encrypting the signer key with a key that is derived from the password. */
export async function verifyFirebaseHash(stored: string, password: string): Promise<boolean> {
  const [, rounds, memory, separator = '', signerKey = '', salt = '', hash = ''] = stored.split('$')
  const seasoned = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')])
  const N = 2 ** Number(memory)
  const r = Number(rounds)
  const key = await derive(password, seasoned, KEY_BYTES, { N, r, p: 1, maxmem: 256 * N * r })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const actual = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()])
  const expected = Buffer.from(hash, 'base64')
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** Firebase's export has the URL-safe alphabet. */
function toBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString('base64')
}
