/**
 * The text of an access token: `phs_`, 36 random characters, and a checksum of 6, by which a secret scanner recognizes it without asking
 * us. The form is GitHub's. Source: https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ACCESS_TOKEN_PREFIX } from '#contract/access-tokens.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 36
const CHECKSUM_LENGTH = 6
const PATTERN = new RegExp(`^${ACCESS_TOKEN_PREFIX}(\\w{${RANDOM_LENGTH}})(\\w{${CHECKSUM_LENGTH}})$`)

/** Returns the text of a new token. */
export function generateToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
  return ACCESS_TOKEN_PREFIX + random + computeChecksum(random)
}

/** Returns whether a text has the form of a token and the right checksum. */
export function isTokenText(text: string): boolean {
  const [, random, checksum] = PATTERN.exec(text) ?? []
  return random !== undefined && computeChecksum(random) === checksum
}

/** Returns what is stored of a token: its SHA-256 in base64url. */
export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns the CRC-32 of the random characters in base 62, the most significant digit first. */
function computeChecksum(random: string): string {
  let [rest, digits] = [crc32(random), '']
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
