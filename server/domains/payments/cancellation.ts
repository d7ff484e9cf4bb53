/** Refunds for a purchase, by the cancellation terms that it has frozen. */
import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { CartTerms } from '#contract/payments.ts'
import { listQuotes, type Quote, quote, quoteResale } from '#contract/quote.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { MOVED_DAYS } from '#contract/values/limits.ts'
import { cartItems } from '#server/domains/cart/cart.table.ts'
import type { CartItemRow } from '#server/domains/cart/cart.ts'
import { itemPrice } from '#server/domains/cart/cart-response.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { type RunRow, runs } from '#server/domains/classes/runs/runs.table.ts'
import type { EnrolmentRow } from '#server/domains/enrolments/enrolments.ts'
import type { TermsVersion } from '#server/domains/terms/terms.table.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { findStepEnds, toQuotedStep, toRules, toShownTerms } from '#server/domains/terms/terms-fields.ts'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import { type Amounts, countPaid, countReturned, splitBack } from './amounts.ts'
import { type Attempt, attempts, isOpen, type PaymentRow } from './payments.table.ts'

export interface Cancellable {
  payment: Amounts & Pick<PaymentRow, 'currency' | 'createdAt'>
  version: TermsVersion
  run: Pick<RunRow, 'startsAt' | 'timeZone'>
  /** The moves of the date; null before the purchase and where the enrolment is gone. */
  enrolment: Pick<EnrolmentRow, 'startLimit' | 'startFloor' | 'schoolMovedAt'> | null
  /** Refunds of moves to cheaper dates, so that the seat costs less now; 0 before the purchase. */
  movedMinor?: number
  /** The payments of moves to dearer dates; none before the purchase. */
  surcharges?: readonly Amounts[]
}

/** Returns what comes back at a time; null once the run has begun. */
export function quoteCancellation(purchase: Cancellable, at: number): Quote | null {
  const quoted = quote(...toArguments(purchase), at)
  return quoted && splitQuote(quoted, purchase)
}

/** Returns what comes back from a time on, in the order of the last moments. */
export function listCancellationQuotes(purchase: Cancellable, from: number): Quote[] {
  return listQuotes(...toArguments(purchase), from).map((each) => splitQuote(each, purchase))
}

/** Refund for a seat that is sold again. */
export type ResaleQuote = Pick<Quote, 'refundMinor' | 'creditMinor'>

/** Returns what comes back if the seat is sold again at a time; null where that is no more than after a cancellation. */
export function quoteResold(purchase: Cancellable, at: number): ResaleQuote | null {
  const { version } = purchase
  const backMinor = quoteResale(version, countPrice(purchase))
  const canceled = quoteCancellation(purchase, at)
  if (backMinor <= (canceled ? canceled.refundMinor + canceled.creditMinor : 0)) return null
  const { cardMinor, givenMinor } = splitBack(listAmounts(purchase), backMinor, 0)
  return { refundMinor: cardMinor, creditMinor: givenMinor }
}

/** Returns a quote whose money goes to the card as far as it paid, while the rest of it is credit. */
function splitQuote(quoted: Quote, purchase: Cancellable): Quote {
  const { cardMinor, givenMinor } = splitBack(listAmounts(purchase), quoted.refundMinor, quoted.creditMinor)
  return { ...quoted, refundMinor: cardMinor, creditMinor: givenMinor }
}

/** Returns until when the full amount comes back, as a Unix time in milliseconds; null where it does not at a time. */
export function findCancelDeadline(purchase: Cancellable, at: number): number | null {
  const quotes = listQuotes(...toArguments(purchase), at)
  const isFull = ({ refundMinor, leftMinor, reason }: Quote) => reason.code !== 'NO_STEP' && refundMinor === leftMinor
  const end = quotes.findIndex((each) => !isFull(each))
  return (end === -1 ? quotes.at(-1) : quotes[end - 1])?.until ?? null
}

/** Returns what was paid for the seat that the student has now, and what goes back of that already. */
function countPrice(purchase: Cancellable) {
  const { movedMinor: moved = 0 } = purchase
  const all = listAmounts(purchase)
  const sum = (count: (amounts: Amounts) => number) => all.reduce((total, one) => total + count(one), 0)
  return { amountMinor: sum(countPaid) - moved, returnedMinor: sum(countReturned) - moved }
}

function listAmounts({ payment, surcharges = [] }: Cancellable): readonly Amounts[] {
  return [...surcharges, payment]
}

function toArguments(purchase: Cancellable) {
  const {
    payment,
    version,
    run: { startsAt, timeZone },
    enrolment,
  } = purchase
  const { startLimit = null, startFloor = null, schoolMovedAt = null } = enrolment ?? {}
  // Where the school has moved the date the later start counts, and where the student has, the earlier one.
  const later = startsAt === null ? null : Math.max(startsAt, startFloor ?? startsAt)
  const countedStart = later === null || startLimit === null ? (later ?? startLimit) : Math.min(later, startLimit)
  const dates = {
    startsAt,
    countedStart,
    steps: findStepEnds(version, countedStart, timeZone),
    fullUntil: schoolMovedAt === null ? null : schoolMovedAt + MOVED_DAYS * DAY_MS,
  }
  const paid = { ...countPrice(purchase), currency: payment.currency, paidAt: payment.createdAt }
  return [toRules(version), dates, paid] as const
}

/** The purchase of a seat of a selected class before it is paid. */
export interface Planned {
  item: CartItemRow
  className: string
  run: RunRow
  /** The list price now, in minor units. */
  listPriceMinor: number
  termsId: string | null
  /** Of the item's open attempt. */
  frozen: Pick<
    Attempt,
    'seat' | 'orderId' | 'listPriceMinor' | 'amountMinor' | 'creditMinor' | 'voucherMinor' | 'termsVersionId'
  > | null
}

/** Reads what the seats of some of the actor's selected classes cost, and the terms that they have. @throws AppError NOT_FOUND where one is missing */
export async function readPlanned(ctx: Context, cartIds: string[]): Promise<Planned[]> {
  const { seat, orderId, listPriceMinor, amountMinor, creditMinor, voucherMinor, termsVersionId } = attempts
  const isSameClass = and(eq(attempts.classId, cartItems.classId), eq(attempts.userId, cartItems.userId))
  const rows = await ctx.db
    .select({
      item: getTableColumns(cartItems),
      className: classes.name,
      run: getTableColumns(runs),
      termsId: classes.termsId,
      listPriceMinor: itemPrice,
      frozen: { seat, orderId, listPriceMinor, amountMinor, creditMinor, voucherMinor, termsVersionId },
    })
    .from(cartItems)
    .innerJoin(classes, eq(classes.id, cartItems.classId))
    .innerJoin(runs, eq(runs.id, cartItems.runId))
    .leftJoin(attempts, and(isSameClass, eq(attempts.cartId, cartItems.id), isOpen))
    .where(and(inArray(cartItems.id, cartIds.map(parseId)), eq(cartItems.userId, ctx.actor.id)))
    .orderBy(attempts.seat)
  return cartIds.flatMap((id) => {
    const held = rows.filter(({ item }) => item.id === parseId(id))
    const first = orNotFound(held[0])
    return first.frozen ? held : Array.from({ length: first.item.seats }, () => first)
  })
}

/**
 * Returns the terms of a selected class, with what comes back after a payment now: those that its open attempt has frozen, or else those of
 * the class. @param paid what is paid for it
 */
export async function readTerms(
  { db, currency, school }: Pick<Context, 'db' | 'currency' | 'school'>,
  { run, termsId, frozen }: Planned,
  { amountMinor, creditMinor }: Pick<Attempt, 'amountMinor' | 'creditMinor'>,
): Promise<CartTerms> {
  const version = await (frozen ? Terms.readVersion(db, frozen.termsVersionId) : Terms.readCurrent(db, termsId))
  const paid = { amountPaidMinor: amountMinor - creditMinor, creditMinor, refundedMinor: 0, creditedMinor: 0 }
  const payment = { ...paid, currency, createdAt: Date.now() }
  const quotes = listCancellationQuotes({ payment, version, run, enrolment: null }, payment.createdAt)
  const timeZone = run.timeZone ?? school.current.time_zone
  return {
    ...toShownTerms(version, currency),
    time_zone: timeZone,
    quotes: quotes.map((each) => toQuotedStep(each, { currency, timeZone })),
  }
}

/** Returns the terms of one of the actor's selected classes. @throws AppError NOT_FOUND */
export async function readCartTerms(ctx: Context, cartId: string): Promise<CartTerms> {
  const planned = orNotFound((await readPlanned(ctx, [cartId]))[0])
  return readTerms(ctx, planned, planned.frozen ?? { amountMinor: planned.listPriceMinor, creditMinor: 0 })
}
