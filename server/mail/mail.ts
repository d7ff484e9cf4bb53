/** Mail to one person: queued with the write that causes it, delivered by a job, tried again for about a day. */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { JobKind } from '#server/jobs/kind.ts'
import type { Settings } from '#server/settings.ts'
import { compose, type Letter, type Sender, type Sheet } from './letter.ts'
import type { Post } from './post.ts'

/** Ten pauses up to the longest, and about a day of those. A letter may hold a secret link: it is not kept once it is out. */
export const deliverMail: JobKind<Sheet> = {
  name: 'mail.deliver',
  secondsPerTry: 90,
  retries: 34,
  firstPause: 5,
  longestPause: 3_600,
  keptFor: 60,
}

export interface Mail {
  /** Who writes, as every letter says at its foot. */
  sender: Sender
  /** Queues letters in the caller's transaction: they go out if and when that commits. */
  send(tx: Database, ...letters: Letter[]): Promise<void>
}

export function mailBy(jobs: Jobs, sender: Sender): Mail {
  return {
    sender,
    send: (tx, ...letters) =>
      jobs.putAll(
        tx,
        deliverMail,
        letters.map((letter) => compose(letter, sender)),
      ),
  }
}

/**
 * Hands a sheet to the post. The id of its job makes the message's own, the same at each try, by which a mailbox may know a
 * second copy. A mail server's refusal for good is logged and ends it: asking again would bring the same.
 * @throws Error without the address, which would stand in the log, where it is worth another try
 */
export async function deliver(
  { post, log, from }: { post: Post; log: FastifyBaseLogger; from: Settings['mail']['from'] },
  { to, ...sheet }: Sheet,
  id: string,
): Promise<void> {
  const messageId = `<${id}@${from.address.slice(from.address.indexOf('@') + 1)}>`
  const sent = { to: masked(to), mail: id }
  try {
    await post({ ...sheet, to: { name: '', address: to }, from, messageId })
    log.info(sent, 'a mail went out')
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const refused = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
    if (!refused) throw new Error(`the post did not take a mail (${[code, responseCode].filter(Boolean).join(' ')})`)
    log.warn({ ...sent, responseCode }, 'the mail server refused a mail for good')
  }
}

/** `a…@example.test`: enough to recognise, too little to write to. */
function masked(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.indexOf('@'))}`
}
