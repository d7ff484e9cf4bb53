/** The end of an attempt: settled by what the provider says, or released. The same function for every way it comes about. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { cartItems } from '#server/cart/cart.table.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { SystemContext } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { orNotFound, Refusal } from '#server/refusal.ts'
import type { CardIntent } from './cards.ts'
import { attempts, enrolments, payments } from './payments.table.ts'

type Attempt = typeof attempts.$inferSelect

/**
 * Settles the attempt of an intent if the provider says that it is paid: payment, seat, enrolment and cart in one
 * transaction, once, however often and by whomever it is asked. Answers the payment's id.
 * @throws Refusal NOT_FOUND for an intent that is not ours, NOT_PAID before the money is there
 */
export async function settle(ctx: SystemContext, intentId: string): Promise<string> {
  const attempt = orNotFound(await attemptOf(ctx.db, intentId))
  const known = await paymentOf(ctx.db, attempt.id)
  if (known) return known
  return settleBy(ctx, attempt, orNotFound(await ctx.cards.getIntent(intentId)))
}

/** Turns a payment that the provider itself has reported from pending to paid. */
export async function confirm(ctx: SystemContext, paymentId: string): Promise<void> {
  const pending = and(eq(payments.id, paymentId), eq(payments.status, 'pending'))
  await ctx.db.update(payments).set({ status: 'paid' }).where(pending)
}

/** Ends an open attempt for good: its intent is cancelled and the seat let go, or, if the card was faster, it is settled. */
export async function close(ctx: SystemContext, attempt: Attempt): Promise<void> {
  const intent = attempt.intentId ? await ctx.cards.cancelIntent(attempt.intentId) : null
  if (intent?.status === 'succeeded') {
    await confirm(ctx, await settleBy(ctx, attempt, intent))
    return
  }
  const open = and(eq(attempts.id, attempt.id), eq(attempts.status, 'open'))
  await ctx.db.update(attempts).set({ status: 'released' }).where(open)
}

/**
 * Asks the provider about every attempt whose hold has run out, so that a closed browser or a lost notice loses nothing.
 * One that fails does not keep the others from their end; it is asked about again next time.
 * @throws AggregateError of what failed
 */
export async function reconcile(ctx: SystemContext): Promise<void> {
  const due = and(eq(attempts.status, 'open'), lt(attempts.heldUntil, Date.now()))
  const failures: unknown[] = []
  for (const attempt of await ctx.db.select().from(attempts).where(due)) {
    await close(ctx, attempt).catch((error: unknown) => failures.push(error))
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} attempts to pay could not be ended`)
}

async function attemptOf(db: Database, intentId: string): Promise<Attempt | undefined> {
  const [attempt] = await db.select().from(attempts).where(eq(attempts.intentId, intentId))
  return attempt
}

async function paymentOf(db: Database, attemptId: string): Promise<string | undefined> {
  const [payment] = await db.select({ id: payments.id }).from(payments).where(eq(payments.attemptId, attemptId))
  return payment?.id
}

async function settleBy(ctx: SystemContext, attempt: Attempt, intent: CardIntent): Promise<string> {
  const paid = intent.status === 'succeeded'
  if (!paid || intent.amountMinor !== attempt.amountMinor || intent.currency !== attempt.currency) {
    throw new Refusal('NOT_PAID')
  }
  const paymentId = await transaction(ctx.db, (tx) => write(tx, attempt, intent.id))
  ctx.catalogue.changed()
  return paymentId
}

/** Locks the class row first, as `hold` does, so that the two never wait for each other. */
async function write(tx: Database, attempt: Attempt, transactionId: string): Promise<string> {
  await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, attempt.classId)).for('update')
  const known = await paymentOf(tx, attempt.id)
  if (known) return known
  const { userId, classId, cartId, email, name, className, classImage, amountMinor, currency } = attempt
  const frozen = { userId, classId, cartId, email, name, className, classImage, amountMinor, currency }
  const createdAt = Date.now()
  const [payment] = await tx
    .insert(payments)
    .values({ ...frozen, attemptId: attempt.id, transactionId, createdAt })
    .returning({ id: payments.id })
  const paymentId = orNotFound(payment).id
  await tx.insert(enrolments).values({ userId, classId, paymentId, createdAt })
  await tx
    .update(classes)
    .set({ seats: sql`${classes.seats} - 1`, enroll: sql`${classes.enroll} + 1` })
    .where(eq(classes.id, classId))
  await tx.delete(cartItems).where(eq(cartItems.id, cartId))
  await tx.update(attempts).set({ status: 'settled' }).where(eq(attempts.id, attempt.id))
  return paymentId
}
