/** Signs messages for webhooks. Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac } from 'node:crypto'
import type { WebhookRow } from './webhooks.table.ts'

/** Time of signing with the former secret as well. */
const OVERLAP_MS = 24 * 60 * 60 * 1000

type Signer = Pick<WebhookRow, 'id' | 'secretRound' | 'rotatedAt'>

export class WebhookSecrets {
  readonly #key: Uint8Array

  /** @param key 32 bytes, from which each secret is derived, so that the database has none */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** Returns the present secret of a webhook: `whsec_` and 32 bytes in base64. */
  read({ id, secretRound }: Signer): string {
    return `whsec_${this.#derive(id, secretRound).toString('base64')}`
  }

  /** Returns the headers of a message that is sent at `now` (milliseconds since 1970). */
  sign(webhook: Signer, messageId: string, body: string, now: number): Record<string, string> {
    const timestamp = String(Math.floor(now / 1000))
    const isOverlapping = webhook.rotatedAt !== null && now - webhook.rotatedAt < OVERLAP_MS
    const rounds = [webhook.secretRound, ...(isOverlapping ? [webhook.secretRound - 1] : [])]
    const signatures = rounds.map((round) => {
      const hmac = createHmac('sha256', this.#derive(webhook.id, round))
      return `v1,${hmac.update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
    })
    return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
  }

  #derive(id: string, round: number): Buffer {
    return createHmac('sha256', this.#key).update(`${id} ${round}`).digest()
  }
}
