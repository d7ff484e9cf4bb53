/** Begins to send a mailing: the job, enqueued with the action that causes it. */
import type { Action } from '#contract/activity.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context } from '#server/ports/context.ts'
import type { MailingRow } from './mailings.ts'

/** Sends a mailing to recipients for half a minute, and enqueues the next job. `pauses` counts those since the mail server responded last. */
export const sendMailingJob: JobKind<{ mailingId: string; pauses: number }> = {
  name: 'mailings.send',
  timeoutSeconds: 150,
  retries: 50,
  initialBackoff: 5,
  maxBackoff: 600,
  retention: 3_600,
  sendsMessage: true,
}

/** Enqueues the job, and logs the action. */
export async function begin(
  { actor, jobs }: Context,
  tx: Transaction,
  { id, subject }: MailingRow,
  action: Action,
  message?: string,
): Promise<void> {
  await Activity.record(tx, actor, { action, subject, subjectId: id, ...(message ? { message } : {}) })
  await jobs.enqueue(tx, sendMailingJob, { mailingId: id, pauses: 0 })
}
