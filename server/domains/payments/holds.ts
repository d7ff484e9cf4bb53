/** Holds seats for students who are paying. An open attempt is a hold; the attempts of an order hold all of its seats or none. */
import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, exists, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { HOLD_MINUTES, MAX_HOLD_MINUTES } from '#contract/values/limits.ts'
import { formatMoney, maximumCharge } from '#contract/values/money.ts'
import { cartItems } from '#server/domains/cart/cart.table.ts'
import type * as Cart from '#server/domains/cart/cart.ts'
import { isOver } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import {
  changeSeats,
  lockSeats,
  lockToHold,
  type RunToHold,
  requireFreeSeats,
} from '#server/domains/classes/runs/seats.ts'
import * as Redemptions from '#server/domains/coupons/redemptions.ts'
import * as Credit from '#server/domains/credit/credit.ts'
import { selectCurrentEnrolment } from '#server/domains/enrolments/enrolments.table.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import type { Balance } from '#server/domains/vouchers/balances.ts'
import * as VoucherUses from '#server/domains/vouchers/voucher-uses.ts'
import { type Claim, checkOut, readClaims, returnToOffer } from '#server/domains/waiting/claims.ts'
import { AppError, must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { type Checkout, readCheckout, sumCredit, sumDue, sumVouchers, toCheckout } from './checkout.ts'
import { requireHoldable, requireHoldsLeft, sumSeats } from './hold-limits.ts'
import { type Attempt, attempts, isOpen, selectLastSeat } from './payments.table.ts'
import { type DiscountedSeat, type PricedSeat, priceSeats, type WantedMeans } from './seat-prices.ts'
import { transitionAttempts } from './transitions.ts'

export const HOLD_MS = HOLD_MINUTES * 60_000
export const MAX_HOLD_MS = MAX_HOLD_MINUTES * 60_000

/** Selected classes that a student wants to pay for at once, and what they were shown. */
export interface Wanted {
  items: Cart.CartItemRow[]
  /** Means of payment beside the card; none by default. */
  means?: WantedMeans
  /** Returns whether the student has agreed to these prices. */
  accepts(seats: readonly PricedSeat[]): boolean
  /** Creates the error that says the price. */
  refuse(seats: readonly PricedSeat[]): AppError
}

/** Other checkouts of the student that have some of the seats, and must end first. */
export interface Blocked {
  earlierIds: string[]
}

/**
 * Holds the seats of each item, or renews the student's hold of just these items at the prices that it has. It locks the classes, so that two
 * students cannot both hold the last seat.
 * @throws AppError NOT_FOUND, PRICE_CHANGED, AMOUNT_CHANGED, AMOUNT_TOO_LARGE, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE, TOO_FEW_SEATS,
 *   SEATS_HELD, HOLD_USED_UP, TOO_MANY_HOLDS
 */
export async function hold(
  { actor, currency, school }: Pick<Context, 'actor' | 'currency' | 'school'>,
  tx: Transaction,
  wanted: Wanted,
): Promise<Checkout | Blocked> {
  const { items, means = CARD_ONLY } = wanted
  requireHoldable(sumSeats(items.map(({ seats: count }) => ({ count }))))
  const locked = await lockToHold(
    tx,
    items.map(({ runId }) => runId),
  )
  const now = Date.now()
  const ownSeats = await readOwnSeats(tx, items, now)
  const runs = [...locked.values()].map(({ run }) => run)
  const claims = await readClaims(tx, actor.id, runs)
  const chosenItems = items.map((item) => {
    const offer = item.forOthers ? null : (claims.get(item.runId) ?? null)
    const chosen = atOffer(must(locked.get(item.runId)), offer, item)
    return { item, chosen, offer, ...orNotFound(ownSeats.get(item.id)) }
  })
  const seats = chosenItems.flatMap(listSeats)
  const name = items.length > 1 ? nameClass : (_: RunToHold, check: () => void) => check()
  for (const { chosen } of chosenItems) name(chosen, () => requireOnOffer(chosen))
  const earlierIds = [...new Set(chosenItems.flatMap(({ heldBy }) => heldBy ?? []))]
  const credit = means.usesCredit ? await Credit.readAvailable(tx, actor.id, currency, earlierIds) : 0
  const vouchers = await VoucherUses.read(tx, means.voucherIds, earlierIds)
  const own = await findSame(tx, earlierIds, { items, means, credit })
  const isRenewed = own !== null && wanted.accepts(own.seats)
  const priced = isRenewed ? [] : requireAgreed({ currency, school }, { ...wanted, vouchers, credit }, seats, own)
  for (const { item, chosen, isEnrolled, heldBy, held, offer } of chosenItems) {
    const own = heldBy === null ? (offer?.seats ?? 0) : held
    name(chosen, () => requireSeats(chosen, { isEnrolled: isEnrolled && !item.forOthers, wanted: item.seats, own }))
  }
  if (own && isRenewed) return renew(tx, own, { actor, now, maxMs: claims.size > 0 ? HOLD_MS : MAX_HOLD_MS })
  if (earlierIds.length > 0) return { earlierIds }
  for (const { chosen } of chosenItems) name(chosen, () => requireOpen(chosen))
  const heldSince = Math.min(now, ...chosenItems.map((seat) => Number(seat.heldSince ?? now)))
  if (now >= heldSince + MAX_HOLD_MS) throw new AppError('HOLD_USED_UP')
  await requireHoldsLeft(
    tx,
    actor,
    chosenItems.map(({ item, chosen }) => ({ run: chosen.run, count: item.seats })),
  )
  const coupon = means.code?.coupon
  if (coupon) await Redemptions.lock(tx, coupon, actor.id)
  // The student is locked now, so that it cannot be spent twice.
  if (credit > 0 && (await Credit.readAvailable(tx, actor.id, currency)) !== credit)
    throw new AppError('AMOUNT_CHANGED')
  await VoucherUses.lock(tx, vouchers)
  const planned = seats.map((seat, index) => ({ ...seat, price: must(priced[index]) }))
  const checkout = await openAttempts(tx, planned, { payer: actor, heldSince, now })
  await addDiscounts(tx, checkout, planned)
  await VoucherUses.record(tx, listUses(checkout, planned))
  if (coupon) await Redemptions.record(tx, coupon, { orderId: checkout.id, userId: actor.id })
  return checkout
}

/** The price is that of the offer, unless the item has more seats than were offered: all of them have one price. */
function atOffer(run: RunToHold, offer: Claim | null, { seats }: Cart.CartItemRow): RunToHold {
  const offeredMinor = offer && seats <= offer.all ? offer.listPriceMinor : null
  return { ...run, listPriceMinor: offeredMinor ?? run.listPriceMinor }
}

/** Returns an item once for each of its seats. */
function listSeats<Chosen extends { item: Cart.CartItemRow; lastSeat: number }>(chosen: Chosen) {
  return Array.from({ length: chosen.item.seats }, (_, index) => ({ ...chosen, seat: chosen.lastSeat + index + 1 }))
}

/** Returns whether a hold has reached the limit for its renewals. */
export function isHoldUsedUp({ heldSince }: Pick<Checkout, 'heldSince'>): boolean {
  return Date.now() >= heldSince + MAX_HOLD_MS
}

/** Releases the seats of an open checkout. Returns false where it has ended, or `filter` does not match its first attempt. */
export async function endHold(tx: Transaction, { id, seats }: Checkout, filter?: SQL): Promise<boolean> {
  // In the order of a settlement, which locks the runs before the attempts.
  const runIds = seats.map(({ runId }) => runId)
  const listed = await lockSeats(tx, runIds)
  if ((await transitionAttempts(tx, 'release', and(eq(attempts.id, id), filter))) === 0) return false
  if (seats.length > 1) await transitionAttempts(tx, 'release', eq(attempts.orderId, id))
  await freeSeats(
    tx,
    seats.filter(({ runId }) => listed.includes(runId)),
  )
  const others = runIds.filter((runId) => !listed.includes(runId))
  if (others.length > 0) await changeSeats(tx, others, { held: -1 })
  return true
}

/** Frees seats of locked runs that a checkout held, except those that offers to its student hold again. */
export async function freeSeats(
  tx: Transaction,
  seats: Pick<Attempt, 'userId' | 'runId' | 'heldUntil'>[],
): Promise<void> {
  for (const [runId, held] of Map.groupBy(seats, (seat) => seat.runId)) {
    const freed = held.length - (await returnToOffer(tx, must(held[0])))
    if (freed !== 0) await changeSeats(tx, runId, { held: -freed })
  }
}

/** Names the class in the error of a check. */
function nameClass({ class: { name } }: RunToHold, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, `${name}: ${error.message}`) : error
  }
}

function requireOnOffer({ isOnOffer }: RunToHold): void {
  if (!isOnOffer) throw new AppError('NOT_FOUND')
}

interface Requirement {
  isEnrolled: boolean
  wanted: number
  /** The seats that the student holds, or may take from the waiting list. */
  own: number
}

function requireSeats({ run }: RunToHold, { isEnrolled, wanted, own }: Requirement): void {
  if (isEnrolled) throw new AppError('ALREADY_ENROLLED')
  requireFreeSeats(run, wanted, own)
  if (isOver(run)) throw new AppError('RUN_CLOSED')
}

/** A student who holds a seat may pay for it after the last moment to enroll. */
function requireOpen({ run }: RunToHold): void {
  if (!Runs.canEnroll(run)) throw new AppError('RUN_CLOSED')
}

interface Same {
  items: Cart.CartItemRow[]
  means: WantedMeans
  /** Credit that the student can spend. */
  credit: number
}

/** Returns the only one of some checkouts, if its seats are those of the items and no others, and it is paid with the same. */
async function findSame(tx: Transaction, orderIds: string[], { items, ...means }: Same): Promise<Checkout | null> {
  const [orderId, ...others] = orderIds
  if (orderId === undefined || others.length > 0) return null
  const checkout = await readCheckout(tx, orderId)
  const count = (cartId: string) => checkout.seats.filter((seat) => seat.cartId === cartId).length
  const all = sumSeats(items.map(({ id }) => ({ count: count(id) })))
  if (all !== checkout.seats.length || !items.every(({ id, seats }) => count(id) === seats)) return null
  return (await hasMeans(tx, checkout, means)) ? checkout : null
}

/** Returns whether a checkout was begun with a code and vouchers, or without them, and with credit where there is some to spend. */
export async function hasMeans(
  db: Database,
  { id, seats }: Checkout,
  { means: { code, voucherIds, usesCredit }, credit }: Omit<Same, 'items'>,
): Promise<boolean> {
  const hasCredit = sumCredit(seats) > 0
  // A coupon and vouchers may leave nothing for credit to pay.
  const takesCredit = usesCredit && credit > 0 && seats.some((seat) => seat.amountMinor > seat.voucherMinor)
  if (hasCredit ? !usesCredit : takesCredit) return false
  const present = sumVouchers(seats) > 0 ? await VoucherUses.listIds(db, id) : []
  if (present.length !== voucherIds.length || !present.every((one) => voucherIds.includes(one))) return false
  const isReduced = seats.some(({ discountMinor }) => discountMinor > 0)
  return (isReduced ? await Redemptions.readCodeKey(db, id) : null) === (code?.key ?? null)
}

const CARD_ONLY: WantedMeans = { code: null, voucherIds: [], usesCredit: false }

/** Returns the prices of now. @throws AppError CODE_INVALID, AMOUNT_TOO_LARGE, and what `refuse` creates where the student has not agreed to them */
function requireAgreed(
  { currency, school }: Pick<Context, 'currency' | 'school'>,
  { accepts, refuse, means = CARD_ONLY, ...present }: Wanted & { vouchers: Balance[]; credit: number },
  seats: { item: Cart.CartItemRow; chosen: RunToHold }[],
  own: Checkout | null,
): DiscountedSeat[] {
  const listed = seats.map(({ chosen }) => ({ classId: chosen.class.id, listPriceMinor: chosen.listPriceMinor }))
  const { vouchers, credit } = present
  const prices = priceSeats({ currency, school }, listed, { code: means.code, vouchers, credit })
  const max = maximumCharge(currency)
  if (sumDue(prices) > max) throw new AppError('AMOUNT_TOO_LARGE', describeMaximum(max, currency))
  if (!accepts(prices)) throw refuse(own?.seats ?? prices)
  return prices
}

/** Says what a card can be charged at once. */
export function describeMaximum(max: number, currency: string): string {
  return `A card can be charged at most ${formatMoney(max, currency)} at once. Pay for fewer seats at once.`
}

/** Selects the seats that a student has or holds of the classes of cart items. */
const selectOwnSeats = prepare<{ ids: string[]; userId: string; now: number; heldAfter: number }>()((db, value) => {
  const userId = value('userId')
  const current = selectCurrentEnrolment(db, { userId, classId: cartItems.classId, now: value('now') })
  const own = and(eq(attempts.userId, userId), eq(attempts.classId, cartItems.classId))
  const holds = db.select({ orderId: attempts.orderId }).from(attempts).where(and(own, isOpen)).limit(1)
  const held = db.select({ all: count() }).from(attempts).where(and(own, isOpen))
  const lastSeat = selectLastSeat(userId, cartItems.runId)
  return db
    .select({
      id: cartItems.id,
      isEnrolled: sql<boolean>`${exists(current)}`,
      /** The order of the open checkout that has a seat of the class. */
      heldBy: sql<string | null>`(${holds})`,
      held: sql`(${held})`.mapWith(Number),
      /** The highest number of a seat that the student has already. */
      lastSeat: sql`case when ${cartItems.forOthers} then ${lastSeat} else 0 end`.mapWith(Number),
      heldSince: sql<string | number | null>`(${selectHeldSince(db, own, value('heldAfter'))})`,
    })
    .from(cartItems)
    .where(sql`${cartItems.id} = any(${value('ids')})`)
})

/** Reads the seats that the student has or holds of classes already, in one query, by item. */
async function readOwnSeats(tx: Transaction, items: Cart.CartItemRow[], now: number) {
  const ids = items.map(({ id }) => id)
  const rows = await selectOwnSeats(tx, { ids, userId: must(items[0]).userId, now, heldAfter: now - HOLD_MS })
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Selects when the student began to hold a seat of the class. An attempt within 15 minutes of another continues its hold, so that
 * repeated attempts cannot keep a seat from others.
 */
export function selectHeldSince(db: Database, own: SQL | undefined, heldAfter: number | SQLWrapper) {
  return db
    .select({ heldSince: attempts.heldSince })
    .from(attempts)
    .where(and(own, eq(attempts.status, 'released'), gt(attempts.heldUntil, heldAfter)))
    .orderBy(desc(attempts.heldUntil))
    .limit(1)
}

export interface Renewal {
  actor: Actor
  now: number
  /** The longest that the seats may be held. A seat of the waiting list is for the next one after 15 minutes. */
  maxMs: number
}

/** Renews the hold of an open checkout. */
export async function renew(
  tx: Transaction,
  { id, seats }: Checkout,
  { actor: { emailConfirmed }, now, maxMs }: Renewal,
): Promise<Checkout> {
  const heldUntil = sql`greatest(${attempts.heldUntil}, least(${now + HOLD_MS}, ${attempts.heldSince} + ${maxMs}))`
  const renewed = await tx
    .update(attempts)
    .set({ heldUntil, emailConfirmed })
    .where(and(eq(attempts.orderId, id), isOpen))
    .returning()
  return toCheckout(seats.map((seat) => must(renewed.find((row) => row.id === seat.id))))
}

interface PlannedSeat {
  item: Cart.CartItemRow
  /** Its number among those that the student has bought of the run, from 1. */
  seat: number
  chosen: RunToHold
  /** The student's claim from the waiting list of the run. */
  offer: Claim | null
  price: DiscountedSeat
}

interface NewHold {
  payer: Actor
  heldSince: number
  now: number
}

/** The seats of an order are held since the first of them. */
async function openAttempts(tx: Transaction, seats: PlannedSeat[], hold: NewHold): Promise<Checkout> {
  const ids = seats.length > 1 ? seats.map(() => randomUUID()) : []
  const values = seats.map((seat) => toAttempt(seat, hold))
  const inserted = await tx
    .insert(attempts)
    .values(
      values.map((value, index) => {
        const termsId = must(seats[index]).chosen.class.termsId
        const termsVersionId = sql`(${Terms.selectVersionId(tx, termsId)})`
        // A trigger adds the order of an attempt that is alone.
        return { ...value, termsVersionId, ...(ids.length > 0 ? { id: ids[index] } : {}), orderId: ids[0] ?? sql`null` }
      }),
    )
    .returning({ id: attempts.id, orderId: attempts.orderId, termsVersionId: attempts.termsVersionId })
  await checkOut(
    tx,
    seats.flatMap(({ item, seat, offer }) => (seat === 1 && offer ? [{ ...offer, wanted: item.seats }] : [])),
  )
  const free = seats.filter(({ seat, offer }) => seat > (offer?.heldSeats ?? 0)).map(({ chosen }) => chosen.run.id)
  if (free.length > 0) await changeSeats(tx, free, { held: 1 })
  return toCheckout(values.map((value, index) => ({ ...value, ...must(inserted[index]) })))
}

/** The trigger of the attempts has added the seats at their list prices. */
async function addDiscounts(tx: Transaction, { id }: Checkout, seats: PlannedSeat[]): Promise<void> {
  const lines = seats.flatMap(({ item: { classId, runId }, seat, price: { discounts } }) =>
    discounts.map((discount) => ({ ...discount, classId, runId, seat })),
  )
  if (lines.length > 0) await Orders.addDiscounts(tx, id, lines)
}

/** Lists the amounts of vouchers for the seats. */
function listUses({ seats: held }: Checkout, seats: PlannedSeat[]): VoucherUses.NewUse[] {
  return seats.flatMap(({ price: { uses } }, index) => uses.map((use) => ({ ...use, attemptId: must(held[index]).id })))
}

function toAttempt(
  {
    item,
    seat,
    chosen: { class: bought, run },
    price: { listPriceMinor, amountMinor, creditMinor, voucherMinor, currency },
  }: PlannedSeat,
  { payer, heldSince, now }: NewHold,
) {
  return {
    ...{ userId: payer.id, classId: bought.id, runId: run.id, cartId: item.id, seat },
    email: payer.email,
    name: payer.name,
    className: bought.name,
    classImage: bought.image,
    listPriceMinor,
    amountMinor,
    discountMinor: listPriceMinor - amountMinor,
    creditMinor,
    voucherMinor,
    currency,
    heldSince,
    emailConfirmed: payer.emailConfirmed,
    heldUntil: Math.min(now + HOLD_MS, heldSince + MAX_HOLD_MS),
    createdAt: now,
    status: 'open' as const,
    heldSeats: 1,
    intentId: null,
    byHand: null,
    seatPaymentId: null,
    formerPriceMinor: null,
  }
}
