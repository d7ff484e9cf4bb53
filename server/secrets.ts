/** Everything that signs is derived from one secret: the setting, or one made once and kept in the data folder. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A key of 32 bytes for one purpose, always the same for the same secret. Source: RFC 5869. */
export function keyFor(purpose: string, secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
}

/** The same key as 64 hexadecimal digits, where text is wanted. */
export function keyTextFor(purpose: string, secret: string): string {
  return Buffer.from(keyFor(purpose, secret)).toString('hex')
}

/** The secret kept in `dataDir/secret`, made at the first start; readable by the school's own user only. */
export function secretOf(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept) return kept
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
