/** Holds seats for students who pay for a move to another date. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
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
import { type Attempt, attempts, type PaymentRow } from './payments.table.ts'
import { type DiscountedSeat, priceSeats } from './seat-prices.ts'

/**
 * Holds the seat of a planned move, or renews the hold that the student has for it. Their other checkouts in the class end first.
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
  const price = must(priceHolds(ctx, [planned], credit)[0])
  await requireHoldsLeft(tx, actor, [{ run: to.run, count: 1 }])
  // The student is locked now, so that it cannot be spent twice.
  if (credit > 0 && (await Credit.readAvailable(tx, actor.id, currency)) !== credit)
    throw new AppError('AMOUNT_CHANGED')
  return openAttempts(ctx, tx, [{ ...planned, price }], { heldSince, now })
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

/** Returns what credit and the card pay for each seat. A rest that a card cannot pay is waived. @throws AppError AMOUNT_TOO_LARGE */
function priceHolds(ctx: Context, planned: PlannedMove[], credit: number): DiscountedSeat[] {
  const listed = planned.map(({ to, dueMinor }) => ({ classId: to.class.id, listPriceMinor: dueMinor }))
  const prices = priceSeats(ctx, listed, { code: null, vouchers: [], credit })
  const max = maximumCharge(ctx.currency)
  if (sumDue(prices) > max) throw new AppError('AMOUNT_TOO_LARGE', describeMaximum(max, ctx.currency))
  return prices
}

/** Holds the seats of moves that an admin has planned, until a time, so that their student can pay for them in one order. */
export async function holdForStudent(
  ctx: Context,
  tx: Transaction,
  planned: PlannedMove[],
  { student, until }: { student: Payer; until: number },
): Promise<void> {
  const prices = priceHolds(ctx, planned, 0)
  const priced = planned.map((one, index) => {
    return { ...one, payment: must(one.payment), price: must(prices[index]) }
  })
  const times = { now: Date.now(), heldSince: until - MAX_HOLD_MS, heldUntil: until }
  await openAttempts({ ...ctx, actor: student }, tx, priced, times)
}

/** Renews the hold of several seats that an admin has planned the move of. @throws AppError AMOUNT_CHANGED without what they cost */
export function renewParty(
  { actor, currency }: Pick<Context, 'actor' | 'currency'>,
  tx: Transaction,
  party: Checkout,
  expectedMinor: number | null,
): Promise<Checkout> {
  const dueMinor = sumDifference(party)
  if (expectedMinor !== dueMinor)
    throw new AppError(
      'AMOUNT_CHANGED',
      `These ${party.seats.length} seats cost ${formatMoney(dueMinor, currency)} more.`,
    )
  return renew(tx, party, { actor, now: Date.now(), maxMs: MAX_HOLD_MS })
}

/** Returns the open checkout that moves several seats to the run of a planned move; null where it moves one, or there is none. */
export function findParty({ open, held }: PlannedMove): Checkout | null {
  const seats = open.filter(({ orderId }) => orderId === held?.orderId).toSorted(byFirst)
  return seats.length > 1 ? toCheckout(seats) : null
}

const byFirst = (a: Attempt, b: Attempt) => Number(b.id === b.orderId) - Number(a.id === a.orderId)

/** Returns what the moves of a checkout cost, before what is waived. */
export function sumDifference({ seats }: Checkout): number {
  return seats.reduce((all, { amountMinor, discountMinor }) => all + amountMinor + discountMinor, 0)
}

type Payer = Pick<Actor, 'id' | 'email' | 'name' | 'emailConfirmed'>

interface NewHold {
  /** The hold is renewed for an hour after it. */
  heldSince: number
  heldUntil?: number
  now: number
}

type PricedMove = PlannedMove & { payment: PaymentRow; price: DiscountedSeat }

/** Opens an order of moves to one run. */
async function openAttempts(
  { actor, currency }: Pick<Context, 'currency'> & { actor: Payer },
  tx: Transaction,
  planned: PricedMove[],
  { heldSince, now, ...hold }: NewHold,
): Promise<Checkout> {
  const heldUntil = hold.heldUntil ?? Math.min(now + HOLD_MS, heldSince + MAX_HOLD_MS)
  const buyer = { userId: actor.id, email: actor.email, name: actor.name, emailConfirmed: actor.emailConfirmed }
  const held = { heldSince, heldUntil, heldSeats: 1, createdAt: now, status: 'open' as const }
  const ids = planned.map(() => randomUUID())
  const orderId = must(ids[0])
  const rows = planned.map((one, index) => ({
    ...toAttempt(one),
    ...buyer,
    ...held,
    currency,
    id: must(ids[index]),
    orderId,
  }))
  const inserted = await tx.insert(attempts).values(rows).returning()
  const { run } = must(planned[0]).to
  await changeSeats(tx, run.id, { held: planned.length })
  await Orders.addMove(tx, orderId, planned.flatMap(listLines))
  return toCheckout(ids.map((id) => must(inserted.find((row) => row.id === id))))
}

function toAttempt({
  enrolment,
  payment,
  to,
  seat,
  listPriceMinor,
  dueMinor,
  price: { amountMinor, creditMinor },
}: PricedMove) {
  const { id: classId, name: className, image: classImage } = to.class
  return {
    ...{ classId, className, classImage, runId: to.run.id, cartId: enrolment.id, seat },
    ...{ seatPaymentId: payment.id, termsVersionId: payment.termsVersionId },
    ...{ listPriceMinor, formerPriceMinor: enrolment.listPriceMinor, amountMinor, creditMinor },
    discountMinor: dueMinor - amountMinor,
  }
}

/** Returns the lines of what a move costs: the difference of the prices, the fee of the terms, and what is waived. */
function listLines({ to, enrolment, seat, listPriceMinor, feeMinor, currency, price: { discounts } }: PricedMove) {
  const formerMinor = enrolment.listPriceMinor
  const [next, former] = [listPriceMinor, formerMinor].map((minor) => formatMoney(minor, currency))
  const text = `${to.class.name}: another date for ${next} instead of ${former}`
  const place = { classId: to.class.id, runId: to.run.id, seat, listPriceMinor: 0 }
  return [
    { ...place, kind: 'move' as const, text, listPriceMinor, amountMinor: listPriceMinor - formerMinor },
    ...(feeMinor > 0 ? [{ ...place, kind: 'fee' as const, text: 'Fee for the move', amountMinor: feeMinor }] : []),
    ...discounts.map((line) => ({ ...place, ...line, kind: 'discount' as const })),
  ]
}
