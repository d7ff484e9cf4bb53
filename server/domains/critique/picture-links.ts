/** The paths of private pictures: an element `img` sends no token. Each request is checked again, so that access ends at once. */
import { isId } from '#server/platform/app-error.ts'
import { signToken, verifyToken } from '#server/platform/signed-token.ts'

const PURPOSE = 'private picture'
export const PRIVATE_PICTURES = '/private-pictures'

/** The same path for an hour, so that a browser finds a picture again. */
const HOUR_MS = 60 * 60_000

/** Whom a path was made for. */
export interface PictureTicket {
  userId: string
  versionId: string
}

export class PictureLinks {
  readonly #key: Uint8Array

  /** @param key 32 bytes */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** Returns the path of a version for a user, valid for one to two hours, which `/{width}` completes. */
  create(userId: string, versionId: string, now: number = Date.now()): string {
    const expires = (Math.floor(now / HOUR_MS) + 2) * HOUR_MS
    return `${PRIVATE_PICTURES}/${signToken(this.#key, PURPOSE, [userId, versionId, expires].join('.'))}`
  }

  /** Returns the ticket in a path, or null for one that is not ours or has expired. */
  read(token: string, now: number = Date.now()): PictureTicket | null {
    const [userId = '', versionId = '', expires = ''] = verifyToken(this.#key, PURPOSE, token)?.split('.') ?? []
    return isId(userId) && isId(versionId) && Number(expires) >= now ? { userId, versionId } : null
  }
}
