/** Pays for several selected classes at once. The specification's call for one class is in attempts.ts. */
import { and, eq, inArray } from 'drizzle-orm'
import type { CheckoutPreview, CheckoutRequest, CheckoutSelection, StartedCheckout } from '#contract/checkout.ts'
import { formatMoney, toMajor, toMinor } from '#contract/values/money.ts'
import { normalizeCode } from '#contract/values/normalize-code.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Redemptions from '#server/domains/coupons/redemptions.ts'
import { UnknownCodeError } from '#server/domains/coupons/wrong-codes.ts'
import * as Credit from '#server/domains/credit/credit.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as VoucherUses from '#server/domains/vouchers/voucher-uses.ts'
import { AppError, isId, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import { type Started, start } from './attempts.ts'
import { type Planned, readPlanned, readTerms } from './cancellation.ts'
import { readCheckout, sumCredit, sumDue, sumVouchers } from './checkout.ts'
import { hasMeans } from './holds.ts'
import { type Attempt, attempts, payments } from './payments.table.ts'
import { recordPurchase, type Settlement, selectSettlements, toSettlement } from './purchases.ts'
import { type Discount, type DiscountedSeat, type PricedSeat, priceSeats, type WantedMeans } from './seat-prices.ts'
import { confirm, createReturnedError } from './settle.ts'

/**
 * Returns what some of the actor's selected classes cost together. A checkout of just these classes and with this code has frozen prices and
 * terms.
 * @throws AppError NOT_FOUND, CODE_INVALID with the reason
 */
export async function preview(ctx: Context, { cartIds, ...selection }: CheckoutSelection): Promise<CheckoutPreview> {
  const { currency } = ctx
  const { planned, ...current } = await readCurrent(ctx, cartIds, selection)
  const seats = await priceShown(ctx, planned, current)
  const toLine = (kind: 'seat' | 'discount', cartId: string, text: string, minor: number) => {
    return { kind, text, cartId, amount: toMajor(minor, currency) }
  }
  const [due, credit, voucher] = [sumDue(seats), sumCredit(seats), sumVouchers(seats)]
  return {
    lines: [
      ...seats.map(({ cartId, text, listPriceMinor }) => toLine('seat', cartId, text, listPriceMinor)),
      ...sumDiscounts(seats).map(({ cartId, text, amountMinor }) => toLine('discount', cartId, text, amountMinor)),
    ],
    ...{
      total: toMajor(due + credit + voucher, currency),
      credit: toMajor(credit, currency),
      voucher: toMajor(voucher, currency),
      due: toMajor(due, currency),
    },
    terms: await readShownTerms(ctx, planned, seats),
  }
}

/** Returns what each seat costs: as it is held, or as it is now. */
async function priceShown(ctx: Context, planned: Planned[], { discounts, ...means }: Omit<Current, 'planned'>) {
  const { currency } = ctx
  const prices = discounts ? [] : await priceNow(ctx, planned, means)
  return planned.map(({ item, className: text, frozen, listPriceMinor }, index) => {
    const { id: cartId, runId } = item
    const own = discounts?.filter((line) => line.runId === runId && line.seat === frozen?.seat) ?? []
    const amounts = { listPriceMinor, amountMinor: listPriceMinor, creditMinor: 0, voucherMinor: 0 }
    return { cartId, text, ...amounts, currency, discounts: own, ...(frozen ?? prices[index]) }
  })
}

/** Returns the terms of one seat of each class. */
function readShownTerms(ctx: Context, planned: Planned[], seats: PricedSeat[]): Promise<CheckoutPreview['terms']> {
  const firsts = planned.flatMap(({ item }, index) =>
    planned.findIndex((one) => one.item.id === item.id) === index ? [index] : [],
  )
  return Promise.all(
    firsts.map(async (index) => {
      const one = must(planned[index])
      const { text, time_zone, quotes: steps, ...terms } = await readTerms(ctx, one, must(seats[index]))
      const { resale, resale_fee, changes } = terms
      return { classId: one.item.classId, text, time_zone, steps, resale, resale_fee, changes }
    }),
  )
}

interface ShownSeat {
  cartId: string
  discounts: Discount[]
}

/** Returns the discounts of items. Those of its seats are one where they have one reason. */
function sumDiscounts(seats: readonly ShownSeat[]): (Discount & { cartId: string })[] {
  const all = seats.flatMap(({ cartId, discounts }) => discounts.map((discount) => ({ cartId, ...discount })))
  return [...Map.groupBy(all, ({ cartId, text }) => `${cartId} ${text}`).values()].map((same) => {
    return { ...must(same[0]), amountMinor: same.reduce((sum, { amountMinor }) => sum + amountMinor, 0) }
  })
}

type Means = Pick<CheckoutSelection, 'code' | 'use_credit'>

/** Returns what a student wants to pay with beside the card. */
async function readMeans({ db }: Pick<Context, 'db'>, { code: typed, use_credit }: Means): Promise<WantedMeans> {
  const usesCredit = use_credit === true
  const keys = [...new Set([typed ?? []].flat().map(normalizeCode))]
  const known = await VoucherUses.find(db, keys)
  const others = keys.filter((key) => !known.has(key))
  const coupons = await Promise.all(others.map(async (key) => ({ key, coupon: await Redemptions.find(db, key) })))
  if (coupons.length > 1)
    throw coupons.every(({ coupon }) => coupon) ? new AppError('CODE_INVALID', ONE_COUPON) : new UnknownCodeError()
  return { code: coupons[0] ?? null, voucherIds: keys.flatMap((key) => known.get(key) ?? []), usesCredit }
}

const ONE_COUPON = 'Only one coupon can be used for an order. Remove the other one first.'

async function priceNow(
  ctx: Context,
  planned: Planned[],
  { means: { code, voucherIds }, credit, orderIds }: Omit<Current, 'planned' | 'discounts'>,
): Promise<DiscountedSeat[]> {
  const listed = planned.map(({ item, listPriceMinor }) => ({ classId: item.classId, listPriceMinor }))
  const vouchers = await VoucherUses.read(ctx.db, voucherIds, orderIds)
  const prices = priceSeats(ctx, listed, { code, vouchers, credit })
  if (code?.coupon) await Redemptions.requireLeft(ctx.db, code.coupon, ctx.actor.id)
  return prices
}

interface Current {
  means: WantedMeans
  /** Credit that the student can spend. */
  credit: number
  /** The open checkouts that have some of the classes. */
  orderIds: string[]
  planned: Planned[]
  discounts: Orders.NewDiscount[] | null
}

/**
 * Reads selected classes, and the discounts of their open checkout; null where it is of other classes or paid with something else, since then it
 * gives way to a new one.
 */
async function readCurrent(ctx: Context, cartIds: string[], selection: Means): Promise<Current> {
  const { db, actor, currency } = ctx
  const means = await readMeans(ctx, selection)
  const planned = await readPlanned(ctx, cartIds)
  const orderIds = [...new Set(planned.flatMap(({ frozen }) => frozen?.orderId ?? []))]
  const credit = means.usesCredit ? await Credit.readAvailable(db, actor.id, currency, orderIds) : 0
  const [orderId] = orderIds
  if (orderId !== undefined && planned.every(({ frozen }) => frozen?.orderId === orderId)) {
    const checkout = await readCheckout(db, orderId)
    const isSame = checkout.seats.length === planned.length && (await hasMeans(db, checkout, { means, credit }))
    if (isSame) return { planned, means, credit, orderIds, discounts: await Orders.readDiscounts(db, orderId) }
  }
  return { planned: planned.map((one) => ({ ...one, frozen: null })), means, credit, orderIds, discounts: null }
}

/**
 * Holds the seats of each of the actor's selected classes, a use of the coupon and the credit, all or none, and opens their order. Repeated with
 * the same, it renews the hold.
 * @throws AppError NOT_FOUND, CODE_INVALID, AMOUNT_CHANGED, AMOUNT_TOO_LARGE, ALREADY_PAID, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE,
 *   TOO_FEW_SEATS, SEATS_HELD, HOLD_USED_UP, TOO_MANY_HOLDS, ATTEMPT_CLOSED
 */
export async function begin(
  ctx: Context,
  { cartIds, expected_due: expectedDue, ...selection }: CheckoutRequest,
): Promise<StartedCheckout> {
  const { currency } = ctx
  const items = await findItems(ctx, cartIds)
  const means = await readMeans(ctx, selection)
  const expectedMinor = toMinor(expectedDue, currency)
  const accepts = (seats: readonly PricedSeat[]) =>
    sumDue(seats) === expectedMinor && seats.every((seat) => seat.currency === currency)
  const refuse = (seats: readonly PricedSeat[]) =>
    new AppError(
      'AMOUNT_CHANGED',
      `The amount is now ${formatMoney(sumDue(seats), currency)}. Check it, then try again.`,
    )
  return toStarted(ctx, await start(ctx, { items, means, accepts, refuse }, describePaid))
}

/** Builds the answer to a student who begins to pay. */
export async function toStarted(
  { db, currency }: Pick<Context, 'db' | 'currency'>,
  { checkout, clientSecret }: Started,
): Promise<StartedCheckout> {
  return {
    orderId: checkout.id,
    number: await Orders.readNumber(db, checkout.id),
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

/** Creates the error for a student whose earlier checkout is paid. */
export function describePaid({ returned }: Settlement): AppError {
  return returned ? createReturnedError(returned) : new AppError('ALREADY_PAID')
}

/**
 * Completes one of the actor's orders of which nothing is due by card, and returns the payment of its first seat.
 * @throws AppError NOT_FOUND; NOT_PAID for one that a card must pay; ATTEMPT_CLOSED where a seat is gone; MONEY_RETURNED
 */
export async function complete(ctx: Context, id: string): Promise<string> {
  const orderId = parseId(id)
  const { runId, amountMinor, creditMinor, currency, status, userId, seatPaymentId } = attempts
  const columns = { runId, amountMinor, creditMinor, currency, status, userId, seatPaymentId }
  const rows = await selectSettlements(ctx.db, columns, orderId)
  const seats = rows.map(({ attempt }) => attempt)
  const first = orNotFound(seats[0])
  if (first.userId !== ctx.actor.id) throw new AppError('NOT_FOUND')
  const { paymentId, returned } = toSettlement(rows) ?? (await settleFree(ctx, orderId, seats))
  if (returned) throw createReturnedError(returned)
  return paymentId
}

type Seat = Pick<Attempt, 'runId' | 'amountMinor' | 'creditMinor' | 'currency' | 'status' | 'seatPaymentId'>

/** The number of the order takes the place of the card payment's. */
async function settleFree(ctx: Context, id: string, seats: Seat[]): Promise<Settlement> {
  if (sumDue(seats) > 0) throw new AppError('NOT_PAID')
  const { currency, status } = must(seats[0])
  if (status !== 'open') throw new AppError('ATTEMPT_CLOSED')
  const number = String(await Orders.readNumber(ctx.db, id))
  const charge = { id: number, amountMinor: 0, currency, status: 'succeeded' } as const
  return confirm(ctx, await recordPurchase(ctx, { id, seats }, charge))
}
