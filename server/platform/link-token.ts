/** The tokens of links that work once: random, and stored as a hash only. */
import { createHash, randomBytes } from 'node:crypto'

/** Returns a token of 256 random bits. */
export function generateLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns what is stored of a token: its SHA-256 in base64url. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
