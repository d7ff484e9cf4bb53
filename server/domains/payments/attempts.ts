/** Begins payments: holds a seat, then creates the provider's intent. No lock is held during a call to the provider. */
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import * as Cart from '#server/domains/cart/cart.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CardIntent, isProviderResponse } from '#server/ports/card-provider.ts'
import type { Context } from '#server/ports/context.ts'
import { endHold, hold, isHoldUsedUp } from './holds.ts'
import { type Attempt, attempts, isOpen } from './payments.table.ts'
import { createSettledError, endAttempt } from './settle.ts'

const SEVERAL_ITEMS =
  'Several of your selected classes have this price. Open My Selected Classes and pay for each one there.'

/**
 * Holds a seat of a selected class, and returns the secret with which the browser confirms the card. A repeated call renews the
 * hold and returns the same intent. An attempt at an earlier price, or of an hour ago, is ended instead.
 * @param listPriceMinor must be the class's current price; null for an amount that the currency does not have
 * @param cartId may be left out where the actor has selected only one class of that price
 */
export async function begin(ctx: Context, listPriceMinor: number | null, cartId?: string): Promise<string> {
  const item = cartId === undefined ? await findOnlyItem(ctx, listPriceMinor) : await Cart.find(ctx, cartId)
  const attempt = await holdForItem(ctx, item, listPriceMinor)
  const intent = await findOrCreateIntent(ctx, attempt)
  const isCurrent = isAtListPrice(attempt, { listPriceMinor, currency: ctx.currency }) && !isHoldUsedUp(attempt)
  if (intent?.status === 'open' && isCurrent) return intent.clientSecret
  const settlement = await endAttempt(ctx, attempt)
  throw settlement ? createSettledError(settlement) : new AppError('ATTEMPT_CLOSED')
}

/**
 * Returns whether an attempt began at a list price. A class's price is compared with the attempt's frozen list price and never with
 * its amount, which may include a discount.
 */
export function isAtListPrice(
  attempt: Pick<Attempt, 'listPriceMinor' | 'currency'>,
  { listPriceMinor, currency }: { listPriceMinor: number | null; currency: string },
): boolean {
  return attempt.listPriceMinor === listPriceMinor && attempt.currency === currency
}

/** Returns the open attempts of a filter, such as those for one class. */
export async function listOpen(db: Database, filter: SQL): Promise<Attempt[]> {
  return db.select().from(attempts).where(and(filter, isOpen))
}

async function findOnlyItem(ctx: Context, listPriceMinor: number | null): Promise<Cart.CartItemRow> {
  const items = listPriceMinor === null ? [] : await Cart.findAtPrice(ctx, listPriceMinor)
  const [item] = items
  if (!item) throw new AppError('CART_ITEM_UNCLEAR')
  if (items.length > 1) throw new AppError('CART_ITEM_UNCLEAR', SEVERAL_ITEMS)
  return item
}

/** Holds a seat. The student's attempt for an earlier cart item of the class ends first: they never hold two seats of it. */
async function holdForItem(ctx: Context, item: Cart.CartItemRow, listPriceMinor: number | null): Promise<Attempt> {
  const attempt = await inTransaction(ctx, (tx) => hold(ctx, tx, item, listPriceMinor))
  if (attempt.cartId === item.id) return attempt
  await endAttempt(ctx, attempt)
  return inTransaction(ctx, (tx) => hold(ctx, tx, item, listPriceMinor))
}

/**
 * Returns the attempt's intent, creating it where it is missing; null for one that the provider does not know. A failure response releases the seat, since the provider repeats
 * it for the same attempt. Where no response came, the next call gets the same intent.
 */
async function findOrCreateIntent(ctx: Context, attempt: Attempt): Promise<CardIntent | null> {
  const { db, cards } = ctx
  if (attempt.intentId) return cards.getIntent(attempt.intentId)
  const hasNoIntent = and(eq(attempts.id, attempt.id), isNull(attempts.intentId))
  const intent = await cards.createIntent({ ...attempt, attemptId: attempt.id }).catch(async (error: Error) => {
    if (isProviderResponse(error)) await inTransaction(ctx, (tx) => endHold(tx, attempt, hasNoIntent))
    throw error
  })
  const isStillOpen = and(eq(attempts.id, attempt.id), isOpen)
  const updated = await db
    .update(attempts)
    .set({ intentId: intent.id })
    .where(isStillOpen)
    .returning({ id: attempts.id })
  if (updated.length) return intent
  await cards.cancelIntent(intent.id)
  throw new AppError('ATTEMPT_CLOSED')
}
