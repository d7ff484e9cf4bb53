/** The codes of vouchers. One is derived from the id of its voucher and the secret, so that a copy of the database has none. */
import { createHash, createHmac } from 'node:crypto'
import { normalizeCode } from '#contract/values/normalize-code.ts'

/** Capitals and digits without those that look alike: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 16

/** Bytes from here on would make some characters likelier than others. */
const LIMIT = 256 - (256 % ALPHABET.length)

export class VoucherCodes {
  readonly #key: Uint8Array

  /** @param key 32 bytes */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** Returns the code of a voucher: `7KQ2-MN4P-X8RT-C3WD`. */
  derive(voucherId: string): string {
    let code = ''
    for (let round = 0; code.length < LENGTH; round++)
      for (const byte of createHmac('sha512', this.#key).update(`${voucherId} ${round}`).digest())
        if (byte < LIMIT) code += ALPHABET[byte % ALPHABET.length]
    return formatCode(code.slice(0, LENGTH))
  }

  /** Returns the code of a voucher; null where it was derived from another secret, as in an import. */
  read({ id, codeHash }: { id: string; codeHash: string }): string | null {
    const code = this.derive(id)
    return hashCode(normalizeCode(code)) === codeHash ? code : null
  }
}

/** Joins groups of four. */
function formatCode(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-')
}

/** Returns what is stored of a code. @param codeKey as codes are compared */
export function hashCode(codeKey: string): string {
  return createHash('sha256').update(codeKey).digest('base64url')
}
