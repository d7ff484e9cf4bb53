import type { RenderedEmail } from '#server/platform/mail/email-message.ts'

/**
 * Outcome of an e-mail. `refused`: for good. `deferred`: not accepted, and another try may succeed. `unavailable`: the mail server takes
 * no e-mails from us at the moment. `unclear`: the connection broke after the message, so that it may have arrived.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'refused'; reason: string; isAddressInvalid: boolean }
  | { outcome: 'deferred' | 'unavailable' | 'unclear'; reason: string }

/** Connections for many e-mails. The caller closes it. */
export interface MailBatch {
  /** Delivers an e-mail, several at once. Never rejects, and never delivers twice. */
  deliver(email: RenderedEmail, id: string): Promise<Delivery>
  close(): void
}

export interface MailTransport {
  /**
   * Delivers an e-mail. The id makes the Message-ID, so that a mailbox recognizes a second delivery. A permanent rejection by
   * the mail server is logged and ends the delivery.
   * @throws Error without the recipient, which must not reach the log, where another try may succeed
   */
  deliver(email: RenderedEmail, id: string): Promise<void>
  /** @param connections how many e-mails are delivered at the same time */
  openBatch(connections: number): MailBatch
}
