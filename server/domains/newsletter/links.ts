/** The links in the newsletter's e-mails. Nothing of them is stored: a token is a subscription's id, signed for one purpose. */
import { AppError, isId } from '#server/platform/app-error.ts'
import { signToken, verifyToken } from '#server/platform/signed-token.ts'

export const CONFIRM_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

type Purpose = 'confirm' | 'unsubscribe'

const INVALID = 'This link is not complete. Open it from the e-mail again, or subscribe again at the foot of any page.'
const EXPIRED = 'This link has expired. Subscribe again at the foot of any page.'

export class NewsletterLinks {
  readonly #key: Uint8Array
  readonly #publicUrl: string

  constructor(key: Uint8Array, publicUrl: string) {
    this.#key = key
    this.#publicUrl = publicUrl
  }

  /** Returns the URL of the page that confirms a subscription. It is valid for a week. */
  confirm(id: string): string {
    const expires = (Date.now() + CONFIRM_DAYS * DAY_MS).toString(36)
    return `${this.#publicUrl}/newsletter/confirm?token=${this.#sign('confirm', `${id}.${expires}`)}`
  }

  /** Returns the URL of the page that ends a subscription. It never expires. */
  unsubscribe(id: string): string {
    return `${this.#publicUrl}/newsletter/unsubscribe?token=${this.#sign('unsubscribe', id)}`
  }

  /** Returns the headers by which a mail program offers to unsubscribe, without a page. Source: RFC 8058 */
  headers(id: string): Record<string, string> {
    const url = `${this.#publicUrl}/api/newsletter/one-click?token=${this.#sign('unsubscribe', id)}`
    return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  }

  /** Returns the subscription that a token confirms. @throws AppError NOT_FOUND for a token that is invalid or expired */
  readConfirmation(token: string): string {
    const [id = '', expires = ''] = this.#verify('confirm', token).split('.')
    if (Number.parseInt(expires, 36) < Date.now()) throw new AppError('NOT_FOUND', EXPIRED)
    return id
  }

  /** Returns the subscription that a token ends. @throws AppError NOT_FOUND for an invalid token */
  readUnsubscription(token: string): string {
    return this.#verify('unsubscribe', token)
  }

  #sign(purpose: Purpose, payload: string): string {
    return signToken(this.#key, purpose, payload)
  }

  #verify(purpose: Purpose, token: string): string {
    const payload = verifyToken(this.#key, purpose, token)
    if (payload === null || !isId(payload.split('.')[0] ?? '')) throw new AppError('NOT_FOUND', INVALID)
    return payload
  }
}
