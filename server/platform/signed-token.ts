/** Tokens for links that are not stored: a payload, signed for one purpose. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns `payload.signature`. @param key 32 bytes */
export function signToken(key: Uint8Array, purpose: string, payload: string): string {
  return `${payload}.${computeSignature(key, purpose, payload)}`
}

/** Returns the payload of a token, or null for one that was not signed with this key for this purpose. */
export function verifyToken(key: Uint8Array, purpose: string, token: string): string | null {
  const end = token.lastIndexOf('.')
  const payload = token.slice(0, Math.max(0, end))
  // Compared as text: the last character of base64 has bits that decoding ignores.
  const signature = Buffer.from(token.slice(end + 1))
  const expected = Buffer.from(computeSignature(key, purpose, payload))
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? payload : null
}

function computeSignature(key: Uint8Array, purpose: string, payload: string): string {
  return createHmac('sha256', key).update(`${purpose} ${payload}`).digest('base64url')
}
