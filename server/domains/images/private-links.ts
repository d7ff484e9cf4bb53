/** The paths of private files: an element `img` sends no token. Each request is checked again, so that access ends at once. */
import { isId } from '#server/platform/app-error.ts'
import { signToken, verifyToken } from '#server/platform/signed-token.ts'

/** The same path for an hour, so that a browser finds a picture again. */
const HOUR_MS = 60 * 60_000

/** The file of a path, and its reader. */
export interface PrivateTicket {
  userId: string
  fileId: string
}

export class PrivateLinks {
  readonly #key: Uint8Array
  readonly #purpose: string
  readonly #path: string

  /** @param key 32 bytes @param purpose of the signature @param path before it */
  constructor(key: Uint8Array, purpose: string, path: string) {
    this.#key = key
    this.#purpose = purpose
    this.#path = path
  }

  /** Returns the path of a file for a user, valid for one to two hours. A slash and what is wanted of the file complete it. */
  create(userId: string, fileId: string, now: number = Date.now()): string {
    const expires = (Math.floor(now / HOUR_MS) + 2) * HOUR_MS
    return `${this.#path}/${signToken(this.#key, this.#purpose, [userId, fileId, expires].join('.'))}`
  }

  /** Returns the ticket in a path, or null for one that is not ours or has expired. */
  read(token: string, now: number = Date.now()): PrivateTicket | null {
    const [userId = '', fileId = '', expires = ''] = verifyToken(this.#key, this.#purpose, token)?.split('.') ?? []
    return isId(userId) && isId(fileId) && Number(expires) >= now ? { userId, fileId } : null
  }
}

/** The paths of pictures of students, and of files of material. */
export const PRIVATE_PICTURES = '/private-pictures'
export const CLASS_FILES = '/class-files'
