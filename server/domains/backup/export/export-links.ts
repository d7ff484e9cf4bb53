/** The links of exports: a browser saves a link as a file while it arrives, which a call with a token could not do. */
import { EXPORT_LINK_SECONDS } from '#contract/backup.ts'
import { isId } from '#server/platform/app-error.ts'
import { signToken, verifyToken } from '#server/platform/signed-token.ts'

const PURPOSE = 'export'

/** The user of a link. */
export interface ExportTicket {
  userId: string
  /** Random; a link is opened once. */
  id: string
}

export class ExportLinks {
  readonly #key: Uint8Array
  readonly #publicUrl: string

  /** @param key 32 bytes */
  constructor(key: Uint8Array, publicUrl: string) {
    this.#key = key
    this.#publicUrl = publicUrl
  }

  /** Returns a new link for a user. */
  create(userId: string, now: number = Date.now()): string {
    const payload = [userId, crypto.randomUUID(), now + EXPORT_LINK_SECONDS * 1000].join('.')
    return `${this.#publicUrl}/api/school/export/${signToken(this.#key, PURPOSE, payload)}`
  }

  /** Returns the ticket in the last part of a link, or null for one that is not ours or has expired. */
  read(token: string): ExportTicket | null {
    const [userId = '', id = '', expires = ''] = verifyToken(this.#key, PURPOSE, token)?.split('.') ?? []
    return isId(userId) && isId(id) && Number(expires) >= Date.now() ? { userId, id } : null
  }
}
