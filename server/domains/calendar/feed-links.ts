/** The addresses of calendar feeds. The database has a feed's random id only, and the address has its signature. */
import { isId } from '#server/platform/app-error.ts'
import { signToken, verifyToken } from '#server/platform/signed-token.ts'

const PURPOSE = 'feed'

export class FeedLinks {
  readonly #key: Uint8Array
  readonly #publicUrl: string

  /** @param key 32 bytes */
  constructor(key: Uint8Array, publicUrl: string) {
    this.#key = key
    this.#publicUrl = publicUrl
  }

  /** Returns the URL of a feed. */
  toUrl(feedId: string): string {
    return `${this.#publicUrl}/calendar/${signToken(this.#key, PURPOSE, feedId)}.ics`
  }

  /** Returns the id in the last part of a feed's address, or null for one that we did not make. */
  readId(file: string): string | null {
    if (!file.endsWith('.ics')) return null
    const id = verifyToken(this.#key, PURPOSE, file.slice(0, -'.ics'.length))
    return id !== null && isId(id) ? id : null
  }
}
