/** Derives every key from one secret: the setting, or one that is generated into the data folder. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

const PRIVATE_FILE = 0o600

/** Returns a key of 32 bytes for one purpose. The same secret gives the same key. Source: RFC 5869 */
export function deriveKey(purpose: string, secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
}

/** Returns the same key as 64 hexadecimal digits. */
export function deriveKeyText(purpose: string, secret: string): string {
  return Buffer.from(deriveKey(purpose, secret)).toString('hex')
}

/**
 * Returns the secret in `dataDir/secret`, which the first start generates. Only the server's own user can read the file.
 * @throws StartError when an existing file cannot be made private
 */
export function readSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (existsSync(file)) makePrivate(file)
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (stored) return stored
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: PRIVATE_FILE })
  return secret
}

/** Replaces the secret in the folder, for its owner only. */
export function writeSecret(dataDir: string, secret: string): void {
  const file = join(dataDir, 'secret')
  writeFileSync(`${file}.part`, `${secret}\n`, { mode: PRIVATE_FILE })
  renameSync(`${file}.part`, file)
}

/** Returns a value that only the same secret gives, and that does not reveal it. */
export function deriveSecretCheck(secret: string): string {
  return deriveKeyText('backup: check', secret)
}

function makePrivate(file: string): void {
  try {
    chmodSync(file, PRIVATE_FILE)
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot make ${file} private (${(error as NodeJS.ErrnoException).code})`)
  }
}
