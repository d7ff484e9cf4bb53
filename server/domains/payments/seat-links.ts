/** The links of seats that their buyers have for other people. A token has the enrolment and the number of its link, and is not stored. */
import { isId } from '#server/platform/app-error.ts'
import { signToken, verifyToken } from '#server/platform/signed-token.ts'

const PURPOSE = 'seat'

/** A link of a seat: withdrawn, it gives way to that of the next number. */
interface SeatLink {
  id: string
  linkNumber: number
}

export class SeatLinks {
  readonly #key: Uint8Array
  readonly #publicUrl: string

  /** @param key 32 bytes */
  constructor(key: Uint8Array, publicUrl: string) {
    this.#key = key
    this.#publicUrl = publicUrl
  }

  /** Returns the URL of the page on which a person claims the seat. */
  toUrl({ id, linkNumber }: SeatLink): string {
    return `${this.#publicUrl}/seat?token=${signToken(this.#key, PURPOSE, `${id}.${linkNumber}`)}`
  }

  /** Returns the link of a token, or null for one that we did not make. */
  read(token: string): SeatLink | null {
    const [id = '', number] = (verifyToken(this.#key, PURPOSE, token) ?? '').split('.')
    return isId(id) ? { id, linkNumber: Number(number) } : null
  }
}
