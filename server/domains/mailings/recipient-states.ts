/** The states of recipients. Each e-mail is handed over at most once: the job that changes one to `sending` sends it, and no other job does. */
import { and, eq, exists, inArray, lt, lte, min } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Delivery } from '#server/ports/mail-transport.ts'
import { mailingRecipients, mailings } from './mailings.table.ts'

export type Recipient = typeof mailingRecipients.$inferSelect

/** Recipients that are read at once. */
const BATCH = 100

/** Longer than any delivery takes. A recipient that is `sending` for so long was interrupted. */
export const INTERRUPTED_MS = 5 * 60_000

/** Deferrals after which a recipient has failed, and the pauses between: from five minutes, doubled, up to two hours. */
const MAX_ATTEMPTS = 8
const FIRST_PAUSE_MS = 5 * 60_000
const MAX_PAUSE_MS = 2 * 60 * 60_000

const isInState = (mailingId: string, state: Recipient['state']) =>
  and(eq(mailingRecipients.mailing_id, mailingId), eq(mailingRecipients.state, state))

/** Returns some recipients whose turn it is. */
export async function listDue(db: Database, mailingId: string, now: number): Promise<string[]> {
  const rows = await db
    .select({ id: mailingRecipients.id })
    .from(mailingRecipients)
    .where(and(isInState(mailingId, 'queued'), lte(mailingRecipients.due_at, now)))
    .limit(BATCH)
  return rows.map(({ id }) => id)
}

/** Lets this process alone send to a recipient. Returns null where another one did, or where the mailing was stopped. */
export async function startSending(db: Database, id: string): Promise<Recipient | null> {
  const isSending = and(eq(mailings.id, mailingRecipients.mailing_id), eq(mailings.state, 'sending'))
  const sending = db.select({ id: mailings.id }).from(mailings).where(isSending)
  const [recipient] = await db
    .update(mailingRecipients)
    .set({ state: 'sending', due_at: Date.now() })
    .where(and(eq(mailingRecipients.id, id), eq(mailingRecipients.state, 'queued'), exists(sending)))
    .returning()
  return recipient ?? null
}

/** Stores what became of a recipient that was sent to, also where it counts as interrupted already. */
export async function store(
  db: Database,
  recipient: Recipient,
  delivery: Delivery | { outcome: 'skipped' },
): Promise<void> {
  await db
    .update(mailingRecipients)
    .set(toValues(recipient, delivery))
    .where(and(eq(mailingRecipients.id, recipient.id), inArray(mailingRecipients.state, ['sending', 'unclear'])))
}

function toValues({ attempts }: Recipient, delivery: Delivery | { outcome: 'skipped' }): Partial<Recipient> {
  switch (delivery.outcome) {
    case 'refused':
      return { state: 'failed', reason: delivery.reason }
    case 'unavailable':
      return { state: 'queued', due_at: 0 }
    case 'deferred': {
      const { reason } = delivery
      if (attempts + 1 >= MAX_ATTEMPTS) return { state: 'failed', reason }
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, MAX_PAUSE_MS)
      return { state: 'queued', attempts: attempts + 1, due_at: Date.now() + pause, reason }
    }
    default:
      return { state: delivery.outcome, reason: null }
  }
}

/** Marks recipients whose process ended while it handed them over. They may have received the mailing, so they do not get it again. */
export async function markInterrupted(db: Database, mailingId: string): Promise<void> {
  await db
    .update(mailingRecipients)
    .set({ state: 'unclear' })
    .where(and(isInState(mailingId, 'sending'), lt(mailingRecipients.due_at, Date.now() - INTERRUPTED_MS)))
}

/** Returns when there is something to do next: a recipient is due, or counts as interrupted. Null when all are done. */
export async function findNextTime(db: Database, mailingId: string): Promise<number | null> {
  const [queued] = await selectFirst(db, mailingId, 'queued')
  if (queued?.at != null) return queued.at
  const [sending] = await selectFirst(db, mailingId, 'sending')
  return sending?.at == null ? null : sending.at + INTERRUPTED_MS + 1
}

function selectFirst(db: Database, mailingId: string, state: Recipient['state']) {
  return db
    .select({ at: min(mailingRecipients.due_at) })
    .from(mailingRecipients)
    .where(isInState(mailingId, state))
}
