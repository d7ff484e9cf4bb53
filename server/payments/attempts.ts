/** Beginning to pay: a held seat first, then the provider's intent. No lock is held across a call to the provider. */
import { and, count, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { formatMoney, toMinor } from '#contract/money.ts'
import { HOLD_MINUTES, HOLD_MINUTES_IN_ALL } from '#contract/payments.ts'
import { cartItems } from '#server/cart/cart.table.ts'
import { classes, isOnOffer } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { idFrom, orNotFound, Refusal } from '#server/refusal.ts'
import { type CardIntent, hasAnswered } from './cards.ts'
import { moveAttempt } from './moves.ts'
import { attempts, enrolments } from './payments.table.ts'
import { close, moneyReturned } from './settle.ts'

const HOLD_MS = HOLD_MINUTES * 60_000
const HOLD_MS_IN_ALL = HOLD_MINUTES_IN_ALL * 60_000

type Attempt = typeof attempts.$inferSelect
type CartItem = typeof cartItems.$inferSelect
type SchoolClass = typeof classes.$inferSelect

/**
 * Holds a seat of the class that a cart item is for, and answers the secret that the browser confirms the card with.
 * Asked again, it renews the hold and answers the same intent. Without `cartId` it takes the actor's only selected
 * class of that price. An attempt that was begun at another price, or an hour ago, is ended first, and a new one must be begun.
 * @param price in the major unit; must be the class's price now
 */
export async function begin(ctx: Context, price: number, cartId?: string): Promise<string> {
  const item = cartId === undefined ? await onlyItemOf(ctx, price) : await itemOf(ctx, cartId)
  await endEarlier(ctx, item)
  const attempt = await transaction(ctx.db, (tx) => hold({ ...ctx, db: tx }, item, price))
  const intent = await intentOf(ctx, attempt)
  const current = attempt.amountMinor === toMinor(price, ctx.currency) && Date.now() < lastHold(attempt)
  if (intent.status === 'open' && current) return intent.clientSecret
  const settled = await close(ctx, attempt)
  if (settled) throw settled.returned ? moneyReturned(settled.returned) : new Refusal('ALREADY_ENROLLED')
  throw new Refusal('ATTEMPT_CLOSED')
}

async function itemOf({ db, actor }: Context, cartId: string): Promise<CartItem> {
  const mine = and(eq(cartItems.id, idFrom(cartId)), eq(cartItems.userId, actor.id))
  const [item] = await db.select().from(cartItems).where(mine)
  return orNotFound(item)
}

async function onlyItemOf({ db, actor, currency }: Context, price: number): Promise<CartItem> {
  const found = await db
    .select({ item: cartItems })
    .from(cartItems)
    .innerJoin(classes, eq(classes.id, cartItems.classId))
    .where(and(eq(cartItems.userId, actor.id), eq(classes.priceMinor, toMinor(price, currency) ?? -1)))
  const [only] = found
  if (!only || found.length > 1) throw new Refusal('CART_ITEM_UNCLEAR')
  return only.item
}

/** Whoever took the class out of the cart and selected it anew does not hold two seats of it. */
async function endEarlier(ctx: Context, { id, userId, classId }: CartItem): Promise<void> {
  const [earlier] = await ctx.db
    .select()
    .from(attempts)
    .where(and(isOpen(userId, classId), ne(attempts.cartId, id)))
  if (earlier) await close(ctx, earlier)
}

/** Writes the hold. Locks the class row, so that two buyers of the last seat are told apart. */
async function hold(ctx: Context, item: CartItem, price: number): Promise<Attempt> {
  const { db, actor, currency } = ctx
  const sold = and(eq(classes.id, item.classId), isOnOffer)
  const [locked] = await db.select().from(classes).where(sold).for('update')
  const chosen = orNotFound(locked)
  refuseOtherPrice(chosen, price, currency)
  const now = Date.now()
  const standing = await standingOf(db, item, now)
  if (standing.enrolments > 0) throw new Refusal('ALREADY_ENROLLED')
  if (chosen.seats === 0) throw new Refusal('SEATS_GONE')
  if (chosen.seats <= standing.heldByOthers) throw new Refusal('SEATS_HELD')
  if (standing.held) return renew(db, item, now)
  const heldSince = Number(standing.heldSince ?? now)
  if (now >= heldSince + HOLD_MS_IN_ALL) throw new Refusal('HOLD_USED_UP')
  const values = {
    userId: actor.id,
    classId: chosen.id,
    cartId: item.id,
    email: actor.email,
    name: actor.name,
    className: chosen.name,
    classImage: chosen.image,
    amountMinor: chosen.priceMinor,
    currency,
    heldSince,
    heldUntil: Math.min(now + HOLD_MS, heldSince + HOLD_MS_IN_ALL),
    createdAt: now,
  }
  return written(await db.insert(attempts).values(values).returning())
}

function refuseOtherPrice(chosen: SchoolClass, price: number, currency: string): void {
  if (toMinor(price, currency) === chosen.priceMinor) return
  throw new Refusal('PRICE_CHANGED', `The price of this class is now ${formatMoney(chosen.priceMinor, currency)}.`)
}

/** What stands between a student and a seat of a class, read at once while its row is locked. */
async function standingOf(db: Database, { id, userId, classId }: CartItem, now: number) {
  const others = and(eq(attempts.classId, classId), eq(attempts.status, 'open'), ne(attempts.userId, userId))
  const mine = and(eq(enrolments.userId, userId), eq(enrolments.classId, classId))
  const [standing] = await db
    .select({
      enrolments: sql`(${db.select({ all: count() }).from(enrolments).where(mine)})`.mapWith(Number),
      heldByOthers: sql`(${db.select({ all: count() }).from(attempts).where(others)})`.mapWith(Number),
      held: sql`(${db.select({ all: count() }).from(attempts).where(isOpen(userId, classId))})`.mapWith(Number),
      heldSince: sql<string | number | null>`(${sinceWhen(db, userId, classId, now)})`,
    })
    .from(cartItems)
    .where(eq(cartItems.id, id))
  return orNotFound(standing)
}

/**
 * Since when the student has been holding a seat of the class: an attempt that follows another within a hold's time goes on with
 * it, so that nobody keeps a seat from others by beginning again and again.
 */
function sinceWhen(db: Database, userId: string, classId: string, now: number) {
  const released = and(eq(attempts.userId, userId), eq(attempts.classId, classId), eq(attempts.status, 'released'))
  return db
    .select({ heldSince: attempts.heldSince })
    .from(attempts)
    .where(and(released, gt(attempts.heldUntil, now - HOLD_MS)))
    .orderBy(desc(attempts.heldUntil))
    .limit(1)
}

async function renew(db: Database, { userId, classId }: CartItem, now: number): Promise<Attempt> {
  const heldUntil = sql`least(${now + HOLD_MS}, ${attempts.heldSince} + ${HOLD_MS_IN_ALL})`
  return written(await db.update(attempts).set({ heldUntil }).where(isOpen(userId, classId)).returning())
}

/** When an attempt's hold ends at the latest, however often it is renewed. */
function lastHold({ heldSince }: Attempt): number {
  return heldSince + HOLD_MS_IN_ALL
}

/**
 * The attempt's intent at the provider, made where there is none yet. Where the provider answers with a failure the seat is let
 * go, since it would answer another try of the same attempt likewise; where no answer came, the next try gets the same intent.
 */
async function intentOf(ctx: Context, attempt: Attempt): Promise<CardIntent> {
  const { db, cards } = ctx
  if (attempt.intentId) return orNotFound(await cards.getIntent(attempt.intentId))
  const withoutIntent = and(eq(attempts.id, attempt.id), isNull(attempts.intentId))
  const intent = await cards.createIntent({ ...attempt, attemptId: attempt.id }).catch(async (error: Error) => {
    if (hasAnswered(error)) await moveAttempt(db, attempt.id, 'release', withoutIntent)
    throw error
  })
  const here = and(eq(attempts.id, attempt.id), eq(attempts.status, 'open'))
  const noted = await db.update(attempts).set({ intentId: intent.id }).where(here).returning({ id: attempts.id })
  if (noted.length) return intent
  await cards.cancelIntent(intent.id)
  throw new Refusal('ATTEMPT_CLOSED')
}

function isOpen(userId: string, classId: string) {
  return and(eq(attempts.userId, userId), eq(attempts.classId, classId), eq(attempts.status, 'open'))
}

function written<T>([row]: T[]): T {
  if (!row) throw new Error('a written row was not answered')
  return row
}
