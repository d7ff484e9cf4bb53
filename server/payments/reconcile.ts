/**
 * The job that loses nothing: it asks the provider about every order that is not at its end, so that a closed browser, a lost
 * notice and a crash between two steps come right by themselves.
 */
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { SystemContext } from '#server/context.ts'
import { movePayment } from './moves.ts'
import { attempts, payments, refunds } from './payments.table.ts'
import { send } from './refunds.ts'
import { close, settleIfPaid } from './settle.ts'

/** Younger ones are most likely under way by themselves. */
const QUIET_MS = 60_000

/** Refunds have a job of their own, which is tried for days; this is for one that was given up. */
const REFUND_QUIET_MS = 24 * 60 * 60_000

const AT_ONCE = 500

/**
 * One round. What fails does not keep the others from their end; it is asked about again next time.
 * @throws AggregateError of what failed
 */
export async function reconcile(ctx: SystemContext, now = Date.now()): Promise<void> {
  const failures: unknown[] = []
  const each = async <T>(rows: Promise<T[]>, work: (row: T) => Promise<unknown>) => {
    for (const row of await rows) await work(row).catch((error: unknown) => failures.push(error))
  }
  const open = eq(attempts.status, 'open')
  const { db } = ctx
  await each(
    db
      .select()
      .from(attempts)
      .where(and(open, lt(attempts.heldUntil, now)))
      .limit(AT_ONCE),
    (attempt) => close(ctx, attempt),
  )
  const quiet = and(open, isNotNull(attempts.intentId), lt(attempts.createdAt, now - QUIET_MS))
  await each(db.select().from(attempts).where(quiet).limit(AT_ONCE), ({ intentId }) =>
    settleIfPaid(ctx, intentId ?? ''),
  )
  const unconfirmed = and(eq(payments.status, 'pending'), lt(payments.createdAt, now - QUIET_MS))
  await each(db.select().from(payments).where(unconfirmed).limit(AT_ONCE), (payment) => confirm(ctx, payment))
  const unsent = and(eq(refunds.status, 'queued'), lt(refunds.createdAt, now - REFUND_QUIET_MS))
  await each(db.select().from(refunds).where(unsent).limit(AT_ONCE), ({ id }) => send(ctx, id))
  if (failures.length) throw new AggregateError(failures, `${failures.length} orders could not be asked about`)
}

async function confirm(
  { db, cards }: SystemContext,
  { id, transactionId }: typeof payments.$inferSelect,
): Promise<void> {
  const intent = await cards.getIntent(transactionId)
  if (intent?.status === 'succeeded') await movePayment(db, id, 'confirm')
}
