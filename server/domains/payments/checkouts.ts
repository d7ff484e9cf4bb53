/** Pays for several selected classes at once. The specification's call for one class is in attempts.ts. */
import { and, eq, inArray } from 'drizzle-orm'
import type { CheckoutPreview, StartedCheckout } from '#contract/checkout.ts'
import { price } from '#contract/price.ts'
import { formatMoney, toMajor, toMinor } from '#contract/values/money.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import { AppError, isId, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import { start } from './attempts.ts'
import { type Planned, readPlanned, readTerms } from './cancellation.ts'
import { sumDue } from './checkout.ts'
import type { PricedSeat } from './holds.ts'
import { type Attempt, attempts, payments } from './payments.table.ts'
import { recordPurchase, type Settlement, selectSettlements, toSettlement } from './purchases.ts'
import { confirm, createReturnedError } from './settle.ts'

/**
 * Returns what some of the actor's selected classes cost together. A checkout of just these classes has frozen prices and terms.
 * @throws AppError NOT_FOUND
 */
export async function preview(ctx: Context, cartIds: string[]): Promise<CheckoutPreview> {
  const { currency } = ctx
  const planned = await readCurrent(ctx, cartIds)
  const seats = planned.map(({ item, listPriceMinor, frozen }) => {
    return { key: item.id, classId: item.classId, amountMinor: frozen?.amountMinor ?? listPriceMinor }
  })
  const { lines, totalMinor, dueMinor } = price(seats, { coupon: null, vouchers: [], credit: 0 }, currency)
  const terms = await Promise.all(planned.map((one) => readTerms(ctx, one)))
  const names = new Map(planned.map(({ item, className }) => [item.id, className]))
  return {
    lines: lines.map(({ key, amountMinor }) => {
      return { kind: 'seat', text: must(names.get(key)), cartId: key, amount: toMajor(amountMinor, currency) }
    }),
    total: toMajor(totalMinor, currency),
    credit: 0,
    voucher: 0,
    due: toMajor(dueMinor, currency),
    terms: terms.map(({ text, time_zone, quotes: steps }, index) => {
      return { classId: must(planned[index]).item.classId, text, time_zone, steps }
    }),
  }
}

/** Reads selected classes without what an open checkout of other classes has frozen, since it gives way to theirs. */
async function readCurrent(ctx: Context, cartIds: string[]): Promise<Planned[]> {
  const planned = await readPlanned(ctx, cartIds)
  const orderId = planned[0]?.frozen?.orderId
  const isOneOrder = orderId !== undefined && planned.every(({ frozen }) => frozen?.orderId === orderId)
  const isSame = isOneOrder && (await ctx.db.$count(attempts, eq(attempts.orderId, orderId))) === planned.length
  return isSame ? planned : planned.map((one) => ({ ...one, frozen: null }))
}

/**
 * Holds a seat of each of the actor's selected classes, all or none, and opens their order. Repeated with the same classes, it renews the
 * hold.
 * @param expectedDue what the student was shown, in the major unit
 * @throws AppError NOT_FOUND, AMOUNT_CHANGED, AMOUNT_TOO_LARGE, ALREADY_PAID, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE, SEATS_HELD,
 *   HOLD_USED_UP, TOO_MANY_HOLDS, ATTEMPT_CLOSED
 */
export async function begin(ctx: Context, cartIds: string[], expectedDue: number): Promise<StartedCheckout> {
  const { currency } = ctx
  const items = await findItems(ctx, cartIds)
  const expectedMinor = toMinor(expectedDue, currency)
  const accepts = (seats: readonly PricedSeat[]) =>
    sumDue(seats) === expectedMinor && seats.every((seat) => seat.currency === currency)
  const refuse = (seats: readonly PricedSeat[]) =>
    new AppError(
      'AMOUNT_CHANGED',
      `The amount is now ${formatMoney(sumDue(seats), currency)}. Check it, then try again.`,
    )
  const { checkout, clientSecret } = await start(ctx, { items, accepts, refuse }, describePaid)
  return {
    orderId: checkout.id,
    number: await Orders.readNumber(ctx.db, checkout.id),
    due: toMajor(sumDue(checkout.seats), currency),
    clientSecret,
  }
}

/** @throws AppError NOT_FOUND, ALREADY_PAID where one is missing since it was paid in the meantime */
async function findItems(ctx: Context, cartIds: string[]): Promise<Cart.CartItemRow[]> {
  try {
    return await Cart.findAll(ctx, cartIds)
  } catch (error) {
    const isOwn = and(eq(payments.userId, ctx.actor.id), inArray(payments.cartId, cartIds.filter(isId)))
    if ((await ctx.db.$count(payments, isOwn)) > 0) throw new AppError('ALREADY_PAID')
    throw error
  }
}

function describePaid({ returned }: Settlement): AppError {
  return returned ? createReturnedError(returned) : new AppError('ALREADY_PAID')
}

/**
 * Completes one of the actor's orders of which nothing is due by card, and returns the payment of its first seat.
 * @throws AppError NOT_FOUND; NOT_PAID for one that a card must pay; ATTEMPT_CLOSED where a seat is gone; MONEY_RETURNED
 */
export async function complete(ctx: Context, id: string): Promise<string> {
  const orderId = parseId(id)
  const { runId, amountMinor, currency, status, userId } = attempts
  const rows = await selectSettlements(ctx.db, { runId, amountMinor, currency, status, userId }, orderId)
  const seats = rows.map(({ attempt }) => attempt)
  const first = orNotFound(seats[0])
  if (first.userId !== ctx.actor.id) throw new AppError('NOT_FOUND')
  const { paymentId, returned } = toSettlement(rows) ?? (await settleFree(ctx, orderId, seats))
  if (returned) throw createReturnedError(returned)
  return paymentId
}

type Seat = Pick<Attempt, 'runId' | 'amountMinor' | 'currency' | 'status'>

/** The number of the order takes the place of the card payment's. */
async function settleFree(ctx: Context, id: string, seats: Seat[]): Promise<Settlement> {
  if (sumDue(seats) > 0) throw new AppError('NOT_PAID')
  const { currency, status } = must(seats[0])
  if (status !== 'open') throw new AppError('ATTEMPT_CLOSED')
  const number = String(await Orders.readNumber(ctx.db, id))
  const charge = { id: number, amountMinor: 0, currency, status: 'succeeded' } as const
  return confirm(ctx, await recordPurchase(ctx, { id, seats }, charge))
}
