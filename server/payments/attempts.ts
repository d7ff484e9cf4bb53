/** Beginning to pay: a held seat first, then the provider's intent. No lock is held across a call to the provider. */
import { and, count, eq, ne } from 'drizzle-orm'
import { currencySign, formatPrice, toMajor, toMinor } from '#contract/money.ts'
import { HOLD_MINUTES, HOLD_MINUTES_IN_ALL } from '#contract/payments.ts'
import { cartItems } from '#server/cart/cart.table.ts'
import { classes, isOnOffer } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { idFrom, orNotFound, Refusal } from '#server/refusal.ts'
import type { CardIntent } from './cards.ts'
import { attempts } from './payments.table.ts'
import { close } from './settle.ts'

const MINUTE = 60_000

export type Attempt = typeof attempts.$inferSelect
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
  const attempt = await transaction(ctx.db, (tx) => hold({ ...ctx, db: tx }, item, price))
  const intent = await intentOf(ctx, attempt)
  const current = attempt.amountMinor === toMinor(price, ctx.currency) && Date.now() < lastHold(attempt)
  if (intent.status === 'open' && current) return intent.clientSecret
  await close(ctx, attempt)
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

/** Writes the hold. Locks the class row, so that two buyers of the last seat are told apart. */
async function hold(ctx: Context, item: CartItem, price: number): Promise<Attempt> {
  const { db, actor, currency } = ctx
  const sold = and(eq(classes.id, item.classId), isOnOffer)
  const [locked] = await db.select().from(classes).where(sold).for('update')
  const chosen = orNotFound(locked)
  refuseOtherPrice(chosen, price, currency)
  const [held] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.cartId, item.id), eq(attempts.status, 'open')))
  await refuseWithoutSeat(db, chosen, item.id)
  const now = Date.now()
  if (held) {
    const heldUntil = Math.min(now + HOLD_MINUTES * MINUTE, lastHold(held))
    return written(await db.update(attempts).set({ heldUntil }).where(eq(attempts.id, held.id)).returning())
  }
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
    heldUntil: now + HOLD_MINUTES * MINUTE,
    createdAt: now,
  }
  return written(await db.insert(attempts).values(values).returning())
}

function refuseOtherPrice(chosen: SchoolClass, price: number, currency: string): void {
  if (toMinor(price, currency) === chosen.priceMinor) return
  const now = formatPrice(toMajor(chosen.priceMinor, currency), currency, currencySign(currency))
  throw new Refusal('PRICE_CHANGED', `The price of this class is now ${now}.`)
}

async function refuseWithoutSeat(db: Database, chosen: SchoolClass, ownCartId: string): Promise<void> {
  if (chosen.seats === 0) throw new Refusal('SEATS_GONE')
  const others = and(eq(attempts.classId, chosen.id), eq(attempts.status, 'open'), ne(attempts.cartId, ownCartId))
  const [held] = await db.select({ seats: count() }).from(attempts).where(others)
  if (chosen.seats <= Number(held?.seats ?? 0)) throw new Refusal('SEATS_HELD')
}

/** When an attempt's hold ends at the latest, however often it is renewed. */
function lastHold(attempt: Attempt): number {
  return attempt.createdAt + HOLD_MINUTES_IN_ALL * MINUTE
}

async function intentOf({ db, cards }: Context, attempt: Attempt): Promise<CardIntent> {
  if (attempt.intentId) return orNotFound(await cards.getIntent(attempt.intentId))
  const intent = await cards.createIntent({ ...attempt, attemptId: attempt.id })
  await db.update(attempts).set({ intentId: intent.id }).where(eq(attempts.id, attempt.id))
  return intent
}

function written<T>([row]: T[]): T {
  if (!row) throw new Error('a written row was not answered')
  return row
}
