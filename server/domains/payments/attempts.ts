/** Begins payments: holds seats, then creates the provider's intent. No lock is held during a call to the provider. */
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import * as Cart from '#server/domains/cart/cart.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type CardIntent, isProviderResponse } from '#server/ports/card-provider.ts'
import type { Context } from '#server/ports/context.ts'
import { type Checkout, sumDue } from './checkout.ts'
import { type Blocked, endHold, hold, isHoldUsedUp, type Wanted } from './holds.ts'
import { type Attempt, attempts, isOpen } from './payments.table.ts'
import type { Settlement } from './purchases.ts'
import { createSettledError, endCheckout } from './settle.ts'

const SEVERAL_ITEMS =
  'Several of your selected classes have this price. Open My Selected Classes and pay for each one there.'

/**
 * Holds the seats of a selected class, and returns the secret with which the browser confirms the card. A repeated call renews the
 * hold and returns the same intent. A checkout at another price, with other classes, or of an hour ago, is ended instead.
 * @param listPriceMinor the price of one seat: it must be the one that the student holds, or the class's current one; null for an amount that the currency does
 *   not have
 * @param cartId may be left out where the actor has selected only one class of that price
 */
export async function begin(ctx: Context, listPriceMinor: number | null, cartId?: string): Promise<string> {
  const item = cartId === undefined ? await findOnlyItem(ctx, listPriceMinor) : await Cart.find(ctx, cartId)
  const wanted: Wanted = {
    items: [item],
    // Never the amount, which may include a discount.
    accepts: (seats) => seats.every((seat) => seat.listPriceMinor === listPriceMinor && seat.currency === ctx.currency),
    refuse: ([seat]) => Cart.createPriceError(must(seat).listPriceMinor, ctx.currency),
  }
  const { clientSecret } = await start(ctx, wanted, ({ returned }) =>
    returned ? createSettledError({ returned }) : null,
  )
  return must(clientSecret)
}

/** Times that checkouts which are in the way are ended. Another tab may begin one in between. */
const MAX_ROUNDS = 3

export interface Started {
  checkout: Checkout
  /** Null where the card pays nothing. */
  clientSecret: string | null
}

/**
 * Holds the seats of items, and returns their checkout with its intent. Earlier checkouts that have some of the seats end first.
 * @param describePaid returns the error where an earlier one turns out to be paid; null to hold the seats all the same
 * @throws AppError as for `hold`, and ATTEMPT_CLOSED
 */
export async function start(
  ctx: Context,
  wanted: Wanted,
  describePaid: (settlement: Settlement) => AppError | null,
): Promise<Started> {
  return openIntent(ctx, await holdAfterEarlier(ctx, (tx) => hold(ctx, tx, wanted), describePaid), describePaid)
}

/**
 * Returns what a transaction that holds seats returns, once earlier checkouts that have some of them have ended.
 * @throws AppError ATTEMPT_CLOSED, and as `start`
 */
export async function holdAfterEarlier<Held extends object>(
  ctx: Context,
  holdSeats: (tx: Transaction) => Promise<Held | Blocked>,
  describePaid: (settlement: Settlement) => AppError | null,
): Promise<Held> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const held = await inTransaction(ctx, holdSeats)
    if (!('earlierIds' in held)) return held
    for (const id of held.earlierIds) {
      const settlement = await endCheckout(ctx, id)
      const error = settlement && describePaid(settlement)
      if (error) throw error
    }
  }
  throw new AppError('ATTEMPT_CLOSED')
}

/** Returns the open attempts of a filter, such as those for one class. */
export async function listOpen(db: Database, filter: SQL | undefined): Promise<Attempt[]> {
  return db.select().from(attempts).where(and(filter, isOpen))
}

async function findOnlyItem(ctx: Context, listPriceMinor: number | null): Promise<Cart.CartItemRow> {
  const items = listPriceMinor === null ? [] : await Cart.findAtPrice(ctx, listPriceMinor)
  const [item] = items
  if (!item) throw new AppError('CART_ITEM_UNCLEAR')
  if (items.length > 1) throw new AppError('CART_ITEM_UNCLEAR', SEVERAL_ITEMS)
  return item
}

/** Returns a checkout with its intent. @throws AppError as `start` */
export async function openIntent(
  ctx: Context,
  checkout: Checkout,
  describePaid: (settlement: Settlement) => AppError | null,
): Promise<Started> {
  const isFree = sumDue(checkout.seats) === 0
  const intent = isFree ? null : await findOrCreateIntent(ctx, checkout)
  if ((isFree || intent?.status === 'open') && !isHoldUsedUp(checkout))
    return { checkout, clientSecret: intent?.clientSecret ?? null }
  const settlement = await endCheckout(ctx, checkout.id)
  if (!settlement) throw new AppError('ATTEMPT_CLOSED')
  throw describePaid(settlement) ?? createSettledError(settlement)
}

/**
 * Returns the intent of a checkout, creating it where it is missing; null for one that the provider does not know. A failure response
 * releases the seats, since the provider repeats it for the same checkout. Where no response came, the next call gets the same intent.
 */
async function findOrCreateIntent(ctx: Context, checkout: Checkout): Promise<CardIntent | null> {
  const { db, cards } = ctx
  if (checkout.intentId) return cards.getIntent(checkout.intentId)
  const intent = await cards.createIntent(toOrder(checkout)).catch(async (error: Error) => {
    if (isProviderResponse(error)) await inTransaction(ctx, (tx) => endHold(tx, checkout, isNull(attempts.intentId)))
    throw error
  })
  const isStillOpen = and(eq(attempts.id, checkout.id), isOpen)
  const updated = await db
    .update(attempts)
    .set({ intentId: intent.id })
    .where(isStillOpen)
    .returning({ id: attempts.id })
  if (updated.length) return intent
  await cards.cancelIntent(intent.id)
  throw new AppError('ATTEMPT_CLOSED')
}

/** Characters of a description at the provider. */
const MAX_DESCRIPTION = 500

/** Has the seats in the same order at every reading: the provider refuses an idempotency key with another request. */
function toOrder({ id, seats: read }: Checkout) {
  const seats = read.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { userId, email, currency } = must(seats[0])
  return {
    ...{ attemptId: id, userId, email, currency, amountMinor: sumDue(seats) },
    cartId: seats.map(({ cartId }) => cartId).join(),
    classId: seats.map(({ classId }) => classId).join(),
    className: seats
      .map(({ className }) => className)
      .join(', ')
      .slice(0, MAX_DESCRIPTION)
      .toWellFormed(),
  }
}
