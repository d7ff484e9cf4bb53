import type { RenderedEmail } from '#server/platform/mail/email-message.ts'

export interface MailTransport {
  /**
   * Delivers an e-mail. The id makes the Message-ID, so that a mailbox recognizes a second delivery. A permanent rejection by
   * the mail server is logged and ends the delivery.
   * @throws Error without the recipient, which must not reach the log, where another try may succeed
   */
  deliver(email: RenderedEmail, id: string): Promise<void>
}
