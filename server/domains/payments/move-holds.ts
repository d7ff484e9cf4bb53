/** Holds seats for students who pay for a move to another date. */
import { and, eq, sql } from 'drizzle-orm'
import { formatMoney, maximumCharge } from '#contract/values/money.ts'
import { changeSeats } from '#server/domains/classes/runs/seats.ts'
import * as Credit from '#server/domains/credit/credit.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { type Checkout, sumCredit, sumDue, toCheckout } from './checkout.ts'
import { requireHoldsLeft } from './hold-limits.ts'
import { type Blocked, describeMaximum, HOLD_MS, MAX_HOLD_MS, renew, selectHeldSince } from './holds.ts'
import type { PlannedMove } from './move-plans.ts'
import { attempts, type PaymentRow } from './payments.table.ts'
import { type DiscountedSeat, priceSeats } from './seat-prices.ts'

/**
 * Holds the seat of a planned move, or renews the hold that the student has for it. Other checkouts of theirs in the class end first.
 * @throws AppError HOLD_USED_UP, TOO_MANY_HOLDS, AMOUNT_TOO_LARGE, AMOUNT_CHANGED
 */
export async function holdMove(
  ctx: Context,
  tx: Transaction,
  planned: PlannedMove & { payment: PaymentRow },
  usesCredit: boolean,
): Promise<Checkout | Blocked> {
  const { actor, currency } = ctx
  const { open, to, held: own } = planned
  const now = Date.now()
  const earlierIds = open.map(({ orderId }) => orderId)
  const credit = usesCredit ? await Credit.readAvailable(tx, actor.id, currency, earlierIds) : 0
  const isSame = own && open.length === 1 && own.amountMinor + own.discountMinor === planned.dueMinor
  if (isSame && own.formerPriceMinor === planned.enrolment.listPriceMinor && hasMeans(own, { usesCredit, credit }))
    return renew(tx, toCheckout([own]), { actor, now, maxMs: MAX_HOLD_MS })
  if (open.length > 0) return { earlierIds: [...new Set(earlierIds)] }
  const heldSince = await readHeldSince(tx, planned, { userId: actor.id, now })
  if (now >= heldSince + MAX_HOLD_MS) throw new AppError('HOLD_USED_UP')
  const price = priceHold(ctx, planned, credit)
  await requireHoldsLeft(tx, actor, [{ run: to.run, count: 1 }])
  // The student is locked now, so that it cannot be spent twice.
  if (credit > 0 && (await Credit.readAvailable(tx, actor.id, currency)) !== credit)
    throw new AppError('AMOUNT_CHANGED')
  const checkout = await openAttempt(ctx, tx, planned, { price, heldSince, now })
  await addLines(tx, planned, { orderId: checkout.id, discounts: price.discounts })
  return checkout
}

function hasMeans(
  own: Parameters<typeof sumCredit>[0][number],
  { usesCredit, credit }: { usesCredit: boolean; credit: number },
) {
  return sumCredit([own]) > 0 ? usesCredit : !usesCredit || credit === 0
}

async function readHeldSince(
  tx: Transaction,
  { to }: PlannedMove,
  { userId, now }: { userId: string; now: number },
): Promise<number> {
  const isOwn = and(eq(attempts.userId, userId), eq(attempts.classId, to.class.id))
  const [released] = await selectHeldSince(tx, isOwn, now - HOLD_MS)
  return Math.min(now, released?.heldSince ?? now)
}

/** Returns what credit and the card pay. A rest that a card cannot pay is waived. @throws AppError AMOUNT_TOO_LARGE */
function priceHold(ctx: Context, { to, dueMinor }: PlannedMove, credit: number): DiscountedSeat {
  const listed = [{ classId: to.class.id, listPriceMinor: dueMinor }]
  const price = must(priceSeats(ctx, listed, { code: null, vouchers: [], credit })[0])
  const max = maximumCharge(ctx.currency)
  if (sumDue([price]) > max) throw new AppError('AMOUNT_TOO_LARGE', describeMaximum(max, ctx.currency))
  return price
}

/** Holds the seat of a move that an admin has planned, until a time, so that its student can pay for it. */
export async function holdForStudent(
  ctx: Context,
  tx: Transaction,
  planned: PlannedMove & { payment: PaymentRow },
  { student, until }: { student: Payer; until: number },
): Promise<void> {
  const price = priceHold(ctx, planned, 0)
  const times = { now: Date.now(), heldSince: until - MAX_HOLD_MS, heldUntil: until }
  const { id: orderId } = await openAttempt({ ...ctx, actor: student }, tx, planned, { price, ...times })
  await addLines(tx, planned, { orderId, discounts: price.discounts })
}

type Payer = Pick<Actor, 'id' | 'email' | 'name' | 'emailConfirmed'>

interface NewHold {
  price: DiscountedSeat
  /** The hold is renewed for an hour after it. */
  heldSince: number
  heldUntil?: number
  now: number
}

async function openAttempt(
  { actor, currency }: Pick<Context, 'currency'> & { actor: Payer },
  tx: Transaction,
  planned: PlannedMove & { payment: PaymentRow },
  { price: { amountMinor, creditMinor }, heldSince, now, ...hold }: NewHold,
): Promise<Checkout> {
  const { enrolment, payment, to, listPriceMinor, dueMinor } = planned
  const { id: classId, name: className, image: classImage } = to.class
  const heldUntil = hold.heldUntil ?? Math.min(now + HOLD_MS, heldSince + MAX_HOLD_MS)
  const [attempt] = await tx
    .insert(attempts)
    .values({
      ...{ userId: actor.id, email: actor.email, name: actor.name, emailConfirmed: actor.emailConfirmed },
      ...{ classId, className, classImage, runId: to.run.id, cartId: enrolment.id },
      ...{ seatPaymentId: payment.id, termsVersionId: payment.termsVersionId },
      ...{ listPriceMinor, formerPriceMinor: enrolment.listPriceMinor, amountMinor, creditMinor, currency },
      discountMinor: dueMinor - amountMinor,
      ...{ heldSince, heldUntil, heldSeats: 1, createdAt: now, status: 'open' },
      // A trigger adds the order.
      orderId: sql`null`,
    })
    .returning()
  await changeSeats(tx, to.run.id, { held: 1 })
  return toCheckout([must(attempt)])
}

function addLines(
  tx: Transaction,
  planned: PlannedMove,
  { orderId, discounts }: Pick<DiscountedSeat, 'discounts'> & { orderId: string },
): Promise<void> {
  const { class: moved, run } = planned.to
  const place = { classId: moved.id, runId: run.id, seat: 1, listPriceMinor: 0 }
  return Orders.addMove(tx, orderId, [
    ...listLines(planned).map((line) => ({ ...place, ...line })),
    ...discounts.map((line) => ({ ...place, ...line, kind: 'discount' as const })),
  ])
}

/** Returns the lines of what a move costs: the difference of the prices, and the fee of the terms. */
function listLines({ to, enrolment, listPriceMinor, feeMinor, currency }: PlannedMove) {
  const formerMinor = enrolment.listPriceMinor
  const [next, former] = [listPriceMinor, formerMinor].map((minor) => formatMoney(minor, currency))
  const text = `${to.class.name}: another date for ${next} instead of ${former}`
  const move = { kind: 'move' as const, text, listPriceMinor, amountMinor: listPriceMinor - formerMinor }
  return feeMinor > 0 ? [move, { kind: 'fee' as const, text: 'Fee for the move', amountMinor: feeMinor }] : [move]
}
