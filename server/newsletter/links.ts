/** The links in the newsletter's mails. Nothing of them is kept: a token is a subscription's id, signed for one purpose. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId, Refusal } from '#server/refusal.ts'

export const CONFIRM_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

const NOT_OURS =
  'This link is not complete. Please open it from the mail again, or subscribe anew at the foot of any page.'
const EXPIRED = 'This link has expired. Please subscribe anew at the foot of any page.'

export class NewsletterLinks {
  readonly #key: Uint8Array
  readonly #publicUrl: string

  constructor(key: Uint8Array, publicUrl: string) {
    this.#key = key
    this.#publicUrl = publicUrl
  }

  /** The page that confirms a subscription, for a week. */
  confirm(id: string): string {
    const expires = (Date.now() + CONFIRM_DAYS * DAY_MS).toString(36)
    return `${this.#publicUrl}/newsletter/confirm?token=${this.#signed('confirm', `${id}.${expires}`)}`
  }

  /** The page that ends a subscription, for ever. */
  unsubscribe(id: string): string {
    return `${this.#publicUrl}/newsletter/unsubscribe?token=${this.#signed('unsubscribe', id)}`
  }

  /** Headers by which a mail program offers to unsubscribe, without a page. Source: RFC 8058 */
  headers(id: string): Record<string, string> {
    const address = `${this.#publicUrl}/api/newsletter/one-click?token=${this.#signed('unsubscribe', id)}`
    return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  }

  /** The subscription that a token confirms. @throws Refusal NOT_FOUND where it is not ours or too old */
  confirmedBy(token: string): string {
    const [id = '', expires = ''] = this.#read('confirm', token).split('.')
    if (Number.parseInt(expires, 36) < Date.now()) throw new Refusal('NOT_FOUND', EXPIRED)
    return id
  }

  /** The subscription that a token ends. @throws Refusal NOT_FOUND where it is not ours */
  unsubscribedBy(token: string): string {
    return this.#read('unsubscribe', token)
  }

  #signed(purpose: string, said: string): string {
    return `${said}.${this.#signature(purpose, said).toString('base64url')}`
  }

  #read(purpose: string, token: string): string {
    const end = token.lastIndexOf('.')
    const said = token.slice(0, Math.max(0, end))
    const signature = Buffer.from(token.slice(end + 1), 'base64url')
    const right = this.#signature(purpose, said)
    const isOurs = signature.length === right.length && timingSafeEqual(signature, right)
    if (!isOurs || !isId(said.split('.')[0] ?? '')) throw new Refusal('NOT_FOUND', NOT_OURS)
    return said
  }

  #signature(purpose: string, said: string): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose} ${said}`).digest()
  }
}
