/**
 * Computes what a student gets back who gives up a seat, by the cancellation terms of its purchase. Amounts are integers in minor units.
 * Clock times are converted by the server, which passes the instants.
 */
import { DAY_MS } from './values/day.ts'
import { readAmountStep } from './values/money.ts'
import { roundHalfUp, scaleUp, takePercent } from './values/percent.ts'

/** The refund until so many hours before the start. */
export interface RefundStep {
  hoursBefore: number
  /** Percentages of the amount paid, of at most two decimals. Together they are at most 100. */
  refundPercent: number
  creditPercent: number
  feeMinor: number
}

export interface RefundRules {
  /** Days after paying in which the full amount comes back. */
  freeDays: number
  steps: readonly RefundStep[]
  /** The least that stays with the school where a step applies. */
  minimumFeeMinor: number
}

/** Unix times in milliseconds. */
export interface RefundDates {
  /** The start of the first session, until which a seat may be given up; null for an open run. */
  startsAt: number | null
  /** The start from which the steps count, and after which nothing comes back: another one where the date was moved. */
  countedStart: number | null
  /** The end of each step of the rules, in their order. */
  steps: readonly number[]
  /** The last moment of a full refund, since the school has moved the date; null where it has not. */
  fullUntil: number | null
}

/** Amount paid for a seat after discounts, and its earlier refunds. */
export interface PaidSeat {
  amountMinor: number
  /** Earlier refunds and credit, queued ones included. */
  returnedMinor: number
  /** ISO 4217, lower case. */
  currency: string
  paidAt: number
}

/** Reason of a quote. The words are written where they are read. */
export type QuoteReason =
  | { code: 'FREE_DAYS'; days: number }
  | { code: 'STEP'; hoursBefore: number; refundPercent: number; creditPercent: number }
  | { code: 'MOVED' }
  | { code: 'NO_STEP' }

export interface Quote {
  refundMinor: number
  creditMinor: number
  /** Amount taken off the percentages. */
  feeMinor: number
  /** The amount of which the percentages are. */
  baseMinor: number
  /** The rest of it after earlier refunds. Nothing exceeds it. */
  leftMinor: number
  /** The last moment at which this quote applies, in milliseconds; null for one that lasts. */
  until: number | null
  reason: QuoteReason
}

/** Returns what comes back for a seat that is given up at a time; null once its run has begun. */
export function quote(rules: RefundRules, dates: RefundDates, paid: PaidSeat, at: number): Quote | null {
  if (dates.startsAt !== null && at > dates.startsAt) return null
  const base = { baseMinor: paid.amountMinor, leftMinor: Math.max(0, paid.amountMinor - paid.returnedMinor) }
  const full = findFullRefund(rules, dates, paid, at)
  if (full) return { ...base, refundMinor: base.leftMinor, creditMinor: 0, feeMinor: 0, ...full }
  const found = findStep(rules, dates, at)
  const nothing = { refundMinor: 0, creditMinor: 0, feeMinor: 0, until: dates.startsAt }
  if (!found) return { ...base, ...nothing, reason: { code: 'NO_STEP' } }
  const { hoursBefore, refundPercent, creditPercent } = found.step
  const reason = { code: 'STEP', hoursBefore, refundPercent, creditPercent } as const
  return { ...base, ...applyStep(found.step, rules, base, paid.currency), until: found.until, reason }
}

/** Returns until when and why the full amount comes back, or null. */
function findFullRefund(
  { freeDays }: RefundRules,
  { startsAt, countedStart, fullUntil }: RefundDates,
  { paidAt }: PaidSeat,
  at: number,
): Pick<Quote, 'until' | 'reason'> | null {
  const freeUntil = earliest(paidAt + freeDays * DAY_MS, startsAt, countedStart)
  if (freeDays > 0 && at <= freeUntil) return { until: freeUntil, reason: { code: 'FREE_DAYS', days: freeDays } }
  if (fullUntil === null) return null
  const until = earliest(fullUntil, startsAt)
  return at <= until ? { until, reason: { code: 'MOVED' } } : null
}

function earliest(time: number, ...others: (number | null)[]): number {
  return Math.min(time, ...others.filter((other) => other !== null))
}

export interface ResaleRules {
  resale: 'none' | 'less_fee' | 'full'
  resaleFeeMinor: number
}

/** Returns what comes back for a seat that is sold again: nothing, the amount less a fee, or all, at most what is left of it. */
export function quoteResale(
  { resale, resaleFeeMinor }: ResaleRules,
  { amountMinor, returnedMinor }: Pick<PaidSeat, 'amountMinor' | 'returnedMinor'>,
): number {
  if (resale === 'none') return 0
  const fee = resale === 'less_fee' ? resaleFeeMinor : 0
  return Math.max(0, Math.min(amountMinor - fee, amountMinor - returnedMinor))
}

/** Returns the quotes from a time on, in their order, each with the last moment of it. */
export function listQuotes(rules: RefundRules, dates: RefundDates, paid: PaidSeat, from: number): Quote[] {
  const quotes: Quote[] = []
  for (let at: number | null = from; at !== null; ) {
    const next: Quote | null = quote(rules, dates, paid, at)
    if (next) quotes.push(next)
    at = next?.until == null ? null : next.until + 1
  }
  return quotes
}

/** Returns the step with the most hours whose end is ahead. A run without sessions has none. */
function findStep({ steps }: RefundRules, { startsAt, countedStart, steps: ends }: RefundDates, at: number) {
  if (startsAt === null) return null
  const ahead = steps.flatMap((step, index) => {
    const until = earliest(ends[index] ?? Number.NEGATIVE_INFINITY, startsAt, countedStart)
    return at <= until ? [{ step, until }] : []
  })
  return ahead.reduce<(typeof ahead)[number] | null>(
    (first, next) => (first === null || next.step.hoursBefore > first.step.hoursBefore ? next : first),
    null,
  )
}

function applyStep(
  { refundPercent, creditPercent, feeMinor }: RefundStep,
  { minimumFeeMinor }: RefundRules,
  { baseMinor, leftMinor }: Pick<Quote, 'baseMinor' | 'leftMinor'>,
  currency: string,
) {
  const [base, refund] = [scaleUp(baseMinor), takePercent(baseMinor, refundPercent)]
  const total = refund + takePercent(baseMinor, creditPercent)
  const kept = smaller(larger(base - total + scaleUp(feeMinor), scaleUp(minimumFeeMinor)), base)
  // What must be kept comes off the refund first, then off the credit.
  const fee = larger(kept - (base - total), 0n)
  const step = readAmountStep(currency)
  const totalMinor = roundHalfUp(total - fee, step)
  const refundMinor = Math.min(roundHalfUp(larger(refund - fee, 0n), step), leftMinor)
  return {
    refundMinor,
    creditMinor: Math.min(totalMinor, leftMinor) - refundMinor,
    feeMinor: roundHalfUp(total, step) - totalMinor,
  }
}

/** A seat that is moved to another date. Amounts are in minor units. */
export interface MovedSeat {
  /** The list price when the place was obtained, or at the last move. */
  formerMinor: number
  /** The list price of the other date now. */
  nextMinor: number
  /** Fee of the terms for a move. */
  feeMinor: number
  /** The rest of the payment after earlier refunds. */
  leftMinor: number
}

/** Returns what a move costs, or what it returns as credit, which is never more than was paid. */
export function quoteMove({ formerMinor, nextMinor, feeMinor, leftMinor }: MovedSeat) {
  const difference = nextMinor - formerMinor + feeMinor
  return { dueMinor: Math.max(difference, 0), creditMinor: Math.min(Math.max(-difference, 0), leftMinor) }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
