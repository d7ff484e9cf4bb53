/** The verbs on the newsletter. An address is subscribed once somebody who reads its mail has said so. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { confirmation, subscribedAlready } from './letters.ts'
import { CONFIRM_DAYS } from './links.ts'
import { subscriptions } from './newsletter.table.ts'

export type Ctx = Pick<Context, 'db' | 'mail' | 'newsletterLinks'>

/** One letter to one address in this time, whoever asks for it. */
const LETTER_EVERY_MS = 10 * 60_000

/** An address that nobody has confirmed is forgotten when its last link has expired. */
const FORGET_AFTER_MS = CONFIRM_DAYS * 24 * 60 * 60_000

const GONE = 'This subscription has ended. Please subscribe anew at the foot of any page.'

/**
 * Sends a letter to the address: with a link that confirms, or, if it is subscribed, one that says so. Either way the same is
 * written and answered, so that neither the answer nor its time tells who is subscribed.
 */
export async function subscribe(ctx: Ctx, email: string): Promise<void> {
  const now = Date.now()
  await transaction(ctx.db, async (tx) => {
    await forgetUnconfirmed(tx, now)
    const [asked] = await tx
      .insert(subscriptions)
      .values({ email, askedAt: now })
      .onConflictDoUpdate({
        target: subscriptions.email,
        set: { askedAt: now },
        setWhere: lt(subscriptions.askedAt, now - LETTER_EVERY_MS),
      })
      .returning()
    if (!asked) return
    await ctx.mail.send(tx, asked.confirmedAt === null ? confirmation(ctx, asked) : subscribedAlready(ctx, asked))
  })
}

/** Confirms a subscription by the token of its link, as often as it is asked. @throws Refusal NOT_FOUND, with words */
export async function confirm({ db, newsletterLinks }: Ctx, token: string): Promise<void> {
  const id = newsletterLinks.confirmedBy(token)
  const confirmedAt = sql`coalesce(${subscriptions.confirmedAt}, ${Date.now()})`
  const [confirmed] = await db
    .update(subscriptions)
    .set({ confirmedAt })
    .where(eq(subscriptions.id, id))
    .returning({ id: subscriptions.id })
  if (!confirmed) throw new Refusal('NOT_FOUND', GONE)
}

/** Ends a subscription by the token of its link; one that has ended already is just as well. */
export async function unsubscribe({ db, newsletterLinks }: Ctx, token: string): Promise<void> {
  await db.delete(subscriptions).where(eq(subscriptions.id, newsletterLinks.unsubscribedBy(token)))
}

/** What is kept of an address (in lower case), or null. */
export async function subscriptionOf(db: Database, email: string) {
  const [kept] = await db.select().from(subscriptions).where(eq(subscriptions.email, email))
  return kept ? { asked_at: kept.askedAt, confirmed_at: kept.confirmedAt } : null
}

/** Forgets an address whose owner leaves. */
export async function forget(tx: Database, email: string): Promise<void> {
  await tx.delete(subscriptions).where(eq(subscriptions.email, email))
}

async function forgetUnconfirmed(tx: Database, now: number): Promise<void> {
  const waiting = and(isNull(subscriptions.confirmedAt), lt(subscriptions.askedAt, now - FORGET_AFTER_MS))
  await tx.delete(subscriptions).where(waiting)
}
