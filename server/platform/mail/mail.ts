/** E-mail to one person: queued in the transaction that causes it, delivered by a job, tried again for about a day. */
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { type EmailMessage, type RenderedEmail, renderEmail, type Sender } from './email-message.ts'

/** Ten tries with growing pauses, then hourly for a day. An e-mail may hold a secret link, so it is deleted once it is sent. */
export const deliverMail: JobKind<RenderedEmail> = {
  name: 'mail.deliver',
  timeoutSeconds: 90,
  retries: 34,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 60,
  sendsMessage: true,
}

export interface Mail {
  /** The school as it is now, which signs every e-mail. */
  readonly sender: Sender
  /** Queues e-mails in the caller's transaction. They are sent if and when it commits. */
  send(tx: Database, ...messages: EmailMessage[]): Promise<void>
}

/** @param readSender returns the school as it is now */
export function createMail(jobs: Jobs, readSender: () => Sender): Mail {
  return {
    get sender() {
      return readSender()
    },
    send: (tx, ...messages) =>
      jobs.enqueueAll(
        tx,
        deliverMail,
        messages.map((message) => renderEmail(message, readSender())),
      ),
  }
}
