/** The verbs on the newsletter. An address is subscribed once its owner has confirmed it. */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { CONFIRM_DAYS, type NewsletterLinks } from './links.ts'
import { composeAlreadySubscribedEmail, composeConfirmationEmail } from './newsletter.emails.ts'
import { subscriptions } from './newsletter.table.ts'

type Ctx = Pick<Context, 'db' | 'catalogue' | 'offerSeats' | 'mail'>

/** The shortest time between two e-mails to one address. */
const EMAIL_INTERVAL_MS = 10 * 60_000

/** An unconfirmed address is deleted when its last link has expired. */
const RETENTION_MS = CONFIRM_DAYS * 24 * 60 * 60_000

const ENDED = 'This subscription has ended. Subscribe again at the foot of any page.'

/**
 * Sends an e-mail with a link that confirms, or, to a subscriber, one that says so. Both cases write and return the same, so that
 * neither the response nor its time reveals who is subscribed.
 */
export async function subscribe(ctx: Ctx, links: NewsletterLinks, email: string): Promise<void> {
  const now = Date.now()
  await inTransaction(ctx, async (tx) => {
    await forgetUnconfirmed(tx, now)
    const [subscription] = await tx
      .insert(subscriptions)
      .values({ email, requestedAt: now })
      .onConflictDoUpdate({
        target: subscriptions.email,
        set: { requestedAt: now },
        setWhere: lt(subscriptions.requestedAt, now - EMAIL_INTERVAL_MS),
      })
      .returning()
    if (!subscription) return
    const isSubscribed = subscription.confirmedAt !== null && subscription.rejectedAt === null
    const compose = isSubscribed ? composeAlreadySubscribedEmail : composeConfirmationEmail
    await ctx.mail.send(tx, compose(links, subscription))
  })
}

/** Matches subscriptions that newsletters are sent to. */
export const isReachable = and(isNotNull(subscriptions.confirmedAt), isNull(subscriptions.rejectedAt))

/** Counts the subscriptions that newsletters are sent to. */
export function countSubscribers(db: Database): Promise<number> {
  return db.$count(subscriptions, isReachable)
}

/** Matches subscriptions whose address a mail server has refused for good. */
export const isRejected = isNotNull(subscriptions.rejectedAt)

/** Marks the address of a subscription as one that a mail server has refused for good. */
export async function markRejected(db: Database, id: string): Promise<void> {
  await db.update(subscriptions).set({ rejectedAt: Date.now() }).where(eq(subscriptions.id, id))
}

/** Confirms a subscription by the token of its link, also one whose address was refused. It may be repeated. @throws AppError NOT_FOUND, with a message */
export async function confirm(db: Database, links: NewsletterLinks, token: string): Promise<void> {
  const id = links.readConfirmation(token)
  const confirmedAt = sql`coalesce(${subscriptions.confirmedAt}, ${Date.now()})`
  const [confirmed] = await db
    .update(subscriptions)
    .set({ confirmedAt, rejectedAt: null })
    .where(eq(subscriptions.id, id))
    .returning({ id: subscriptions.id })
  if (!confirmed) throw new AppError('NOT_FOUND', ENDED)
}

/** Ends a subscription by the token of its link. It may be repeated. @throws AppError NOT_FOUND for an invalid token */
export async function unsubscribe(db: Database, links: NewsletterLinks, token: string): Promise<void> {
  await db.delete(subscriptions).where(eq(subscriptions.id, links.readUnsubscription(token)))
}

/** Returns the subscription of an e-mail (in lower case), or null. */
export async function findSubscription(db: Database, email: string) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.email, email))
  return row ? { asked_at: row.requestedAt, confirmed_at: row.confirmedAt } : null
}

/** Deletes the subscription of a user who is deleted. */
export async function forget(tx: Transaction, email: string): Promise<void> {
  await tx.delete(subscriptions).where(eq(subscriptions.email, email))
}

async function forgetUnconfirmed(tx: Transaction, now: number): Promise<void> {
  const isExpired = and(isNull(subscriptions.confirmedAt), lt(subscriptions.requestedAt, now - RETENTION_MS))
  await tx.delete(subscriptions).where(isExpired)
}
