/** E-mail to one person: queued in the transaction that causes it, delivered by a job, tried again for about a day. */
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { createComposer } from './composer.ts'
import { type EmailMessage, type RenderedEmail, renderEmail, type Sender } from './email-message.ts'
import type { EmailDefinition, EmailWords, TemplatedEmail } from './email-template.ts'

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
  send(tx: Database, ...messages: (EmailMessage | TemplatedEmail)[]): Promise<void>
  /** Reads the words of e-mails once. Returns a function that renders such e-mails to many recipients. */
  openRenderer(db: Database, definitions: EmailDefinition[]): Promise<(message: TemplatedEmail) => RenderedEmail>
}

export interface MailOptions {
  /** Returns the school as it is now. */
  readSender: () => Sender
  /** Returns the words that the school has changed, by the key of the e-mail. */
  readWords: (db: Database, keys: string[]) => Promise<Map<string, EmailWords>>
  /** The origin of links. */
  publicUrl: string
}

export function createMail(jobs: Jobs, { readSender, readWords, publicUrl }: MailOptions): Mail {
  const openRenderer: Mail['openRenderer'] = async (db, definitions) => {
    const keys = [...new Set(definitions.map(({ key }) => key))]
    const changed = keys.length > 0 ? await readWords(db, keys) : new Map<string, EmailWords>()
    const sender = readSender()
    const composeMessage = createComposer(changed, sender, publicUrl)
    return (message) => renderEmail(composeMessage(message), sender)
  }
  return {
    openRenderer,
    get sender() {
      return readSender()
    },
    async send(tx, ...messages) {
      const definitions = messages.flatMap((message) => ('definition' in message ? [message.definition] : []))
      const render = await openRenderer(tx, definitions)
      const rendered = messages.map((message) =>
        'definition' in message ? render(message) : renderEmail(message, readSender()),
      )
      await jobs.enqueueAll(tx, deliverMail, rendered)
    },
  }
}
