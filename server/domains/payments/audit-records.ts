/** The part of the audit that compares our own tables. */

import { and, count, eq, exists, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formatCount } from '#contract/values/count.ts'
import { formatMoney } from '#contract/values/money.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { isNotCanceled, runs } from '#server/domains/classes/runs/runs.table.ts'
import { coupons, redemptions } from '#server/domains/coupons/coupons.table.ts'
import * as Redemptions from '#server/domains/coupons/redemptions.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { orderLines } from '#server/domains/orders/orders.table.ts'
import { auditWaiting } from '#server/domains/waiting/audit-waiting.ts'
import { waitingEntries } from '#server/domains/waiting/waiting.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countReturned } from './amounts.ts'
import { cancellationChoices } from './choices.table.ts'
import {
  attempts,
  isLacking,
  isOpen,
  paidMinor,
  payments,
  type RefundRow,
  refunds,
  returnedMinor,
  seatPaymentId,
} from './payments.table.ts'

type RefundMethod = RefundRow['method']

/** A row that is not as it must be. */
export interface Finding {
  /** `run`, `class`, `enrolment`, `payment`, `attempt`, `order`, `coupon` or `intent`. */
  kind: string
  id: string
  text: string
}

export interface Findings {
  discrepancies: Finding[]
  /** Work that the jobs have yet to do, such as a queued refund. */
  inProgress: Finding[]
}

export async function auditRecords(db: Database, findings: Findings, startedAt: number): Promise<void> {
  await auditSeats(db, findings)
  for (const found of await auditWaiting(db)) findings.discrepancies.push({ kind: 'run', ...found })
  await auditClasses(db, findings)
  await auditEnrolments(db, findings)
  await auditRefunds(db, findings)
  await auditAttempts(db, findings, startedAt)
  await auditOrders(db, findings)
  await auditCoupons(db, findings)
}

/** Free, held and taken seats are the seats on offer. */
async function auditSeats(db: Database, { discrepancies }: Findings): Promise<void> {
  const enrolled = count(enrolments.id)
  const marked = count(enrolments.returnsSince)
  const isHold = and(eq(attempts.runId, runs.id), isOpen)
  const inCheckout = db.select({ all: count() }).from(attempts).where(isHold)
  const offered = db
    .select({ all: sql`coalesce(sum(${waitingEntries.heldSeats}), 0)` })
    .from(waitingEntries)
    .where(eq(waitingEntries.runId, runs.id))
  const holds = sql`((${inCheckout}) + (${offered}))`.mapWith(Number)
  const rows = await db
    .select({ run: runs, enrolled, holds, marked })
    .from(runs)
    .leftJoin(enrolments, and(eq(enrolments.runId, runs.id), isActive))
    .groupBy(runs.id)
    .having(
      sql`${runs.enroll} <> ${enrolled} or ${runs.seats} + ${enrolled} <> ${runs.offered} or ${runs.held} <> ${holds} or ${runs.held} > ${runs.seats} + ${runs.returns} or ${runs.returns} <> ${marked}`,
    )
  for (const { run, enrolled, holds, marked } of rows) {
    const { id, seats, returns, held, enroll, offered } = run
    const free = formatCount(seats + returns - held, 'free seat')
    const text = `${free}, ${holds} held (${held} counted) and ${formatCount(enrolled, 'enrolment')} (${enroll} counted) of ${formatCount(offered, 'seat')} offered`
    const again = marked + returns > 0 ? `, ${marked} for sale again (${returns} counted)` : ''
    discrepancies.push({ kind: 'run', id, text: `${text}${again}` })
  }
}

/** A class counts the enrolments of its runs that are not canceled, and each enrolment is in a run of its own class. */
async function auditClasses(db: Database, { discrepancies }: Findings): Promise<void> {
  const inRuns = sql<number>`coalesce(sum(${runs.enroll}) filter (where ${isNotCanceled}), 0)::int`
  const rows = await db
    .select({ id: classes.id, enroll: classes.enroll, inRuns })
    .from(classes)
    .leftJoin(runs, eq(runs.classId, classes.id))
    .groupBy(classes.id)
    .having(sql`${classes.enroll} <> ${inRuns}`)
  for (const { id, enroll, inRuns } of rows) {
    discrepancies.push({ kind: 'class', id, text: `${formatCount(enroll, 'enrolment')}, but its runs have ${inRuns}` })
  }
  const strays = await db
    .select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .where(ne(runs.classId, enrolments.classId))
  for (const { id } of strays) discrepancies.push({ kind: 'enrolment', id, text: 'in a run of another class' })
}

/**
 * Every payment of an amount has bought an enrolment, unless it was returned at once. An enrolment that we ended has a refund; a
 * student may give one up for nothing, and chooses what they get for one that we canceled.
 */
async function auditEnrolments(db: Database, { discrepancies }: Findings): Promise<void> {
  const hasOwn = exists(db.select().from(refunds).where(eq(refunds.paymentId, payments.id)))
  const isOfSeat = and(eq(cancellationChoices.paymentId, seatPaymentId), isNull(cancellationChoices.choice))
  const mayChoose = exists(db.select().from(cancellationChoices).where(isOfSeat))
  const sibling = alias(payments, 'sibling')
  const isSibling = sql`coalesce(${sibling.seatPaymentId}, ${sibling.id}) = ${seatPaymentId}`
  const ofSeat = db.select({ id: sibling.id }).from(refunds).innerJoin(sibling, eq(sibling.id, refunds.paymentId))
  // What goes back for a seat may be less than its last move has cost.
  const hasRefund = sql`(${hasOwn} or ${exists(ofSeat.where(isSibling))})`
  const rows = await db
    .select({ id: payments.id, status: payments.status, enrolment: enrolments.id, why: enrolments.endReason })
    .from(payments)
    .leftJoin(enrolments, eq(enrolments.paymentId, seatPaymentId))
    .where(
      sql`case when ${enrolments.id} is not null and ${isActive} then ${payments.status} = 'refunded'
        else ${paidMinor} > 0
          and coalesce(${enrolments.endReason} not in ('account_deleted', 'cancelled'), true) and not ${hasRefund} and not ${mayChoose} end`,
    )
  for (const { id, status, enrolment, why } of rows) {
    const isEnrolled = why === null ? 'but still enrolled' : `but its enrolment has ended (${why})`
    discrepancies.push({ kind: 'payment', id, text: `${status}, ${enrolment ? isEnrolled : 'without an enrolment'}` })
  }
}

/**
 * A payment is `refunded` once something goes back and its enrolment has ended, and only then. What goes back is the sum of its refunds that
 * have not failed.
 */
async function auditRefunds(db: Database, findings: Findings): Promise<void> {
  const sum = (method: RefundMethod) =>
    sql`sum(${refunds.amountMinor}) filter (where ${eq(refunds.method, method)})`.mapWith(Number)
  const sums = db
    .select({ paymentId: refunds.paymentId, card: sum('card').as('card'), credit: sum('credit').as('credit') })
    .from(refunds)
    .where(ne(refunds.status, 'failed'))
    .groupBy(refunds.paymentId)
    .as('sums')
  const [card, credit] = [sums.card, sums.credit].map((part) => sql<number>`coalesce(${part}, 0)`.mapWith(Number))
  const isRefunded = sql`(${returnedMinor} > 0 and (${enrolments.id} is null or ${enrolments.endedAt} is not null))`
  const rows = await db
    .select({ payment: payments, minor: sql<number>`${card} + ${credit}`.mapWith(Number) })
    .from(payments)
    .leftJoin(sums, eq(sums.paymentId, payments.id))
    .leftJoin(enrolments, eq(enrolments.paymentId, seatPaymentId))
    .where(
      sql`(${payments.refundedMinor}, ${payments.creditedMinor}) <> (${card}, ${credit})
        or (${payments.status} = 'refunded') <> ${isRefunded}`,
    )
  for (const { payment, minor: sum } of rows) {
    const { id, status, currency } = payment
    const returned = countReturned(payment)
    const back = returned > 0 ? `${formatMoney(returned, currency)} refunded` : 'no refund'
    const differs = sum === returned ? '' : ` (its refunds come to ${formatMoney(sum, currency)})`
    findings.discrepancies.push({ kind: 'payment', id, text: `${status}, with ${back}${differs}` })
  }
  await auditUnfinishedRefunds(db, findings)
}

async function auditUnfinishedRefunds(db: Database, { discrepancies, inProgress }: Findings): Promise<void> {
  const { paymentId: id, status, problem } = refunds
  const rows = await db
    .select({ id, status, problem })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, id))
    .where(or(eq(status, 'queued'), isLacking))
  for (const row of rows) {
    if (row.status === 'queued') inProgress.push({ kind: 'payment', id: row.id, text: 'its refund is queued' })
    else discrepancies.push({ kind: 'payment', id: row.id, text: `its refund failed: ${row.problem}` })
  }
}

/** Every attempt has an order, whose lines come to the amounts of its attempts. */
async function auditOrders(db: Database, { discrepancies }: Findings): Promise<void> {
  const sums = db
    .select({ orderId: orderLines.orderId, minor: sql<number>`sum(${orderLines.amountMinor})`.as('minor') })
    .from(orderLines)
    .groupBy(orderLines.orderId)
    .as('sums')
  const toPay = sql`sum(${attempts.amountMinor})`.mapWith(Number)
  const rows = await db
    .select({ id: attempts.orderId, toPay, currency: sql<string>`min(${attempts.currency})`, minor: sums.minor })
    .from(attempts)
    .leftJoin(sums, eq(sums.orderId, attempts.orderId))
    .groupBy(attempts.orderId, sums.minor)
    .having(sql`${sums.minor} is distinct from ${toPay}`)
  for (const { id, toPay: amountMinor, currency, minor } of rows) {
    const lines = minor === null ? 'no lines' : `lines of ${formatMoney(Number(minor), currency)}`
    discrepancies.push({ kind: 'order', id, text: `${formatMoney(amountMinor, currency)} to pay, but ${lines}` })
  }
}

/** No coupon has more uses than it allows, those of orders in checkout included. */
async function auditCoupons(db: Database, { discrepancies }: Findings): Promise<void> {
  const { id, code, maxUses } = coupons
  const uses = count(redemptions.orderId)
  const rows = await db
    .select({ id, code, maxUses, uses })
    .from(coupons)
    .innerJoin(redemptions, and(eq(redemptions.couponId, id), Redemptions.isUse(db)))
    .groupBy(id)
    .having(gt(uses, maxUses))
  for (const row of rows)
    discrepancies.push({
      kind: 'coupon',
      id: row.id,
      text: `${row.code}: used ${formatCount(row.uses, 'time')} of ${row.maxUses}`,
    })
}

async function auditAttempts(db: Database, { discrepancies, inProgress }: Findings, startedAt: number): Promise<void> {
  const mismatches = await db
    .select({ id: attempts.id, status: attempts.status })
    .from(attempts)
    .leftJoin(payments, eq(payments.attemptId, attempts.id))
    .where(sql`(${attempts.status} = 'settled') = (${payments.id} is null)`)
  for (const { id, status } of mismatches) {
    discrepancies.push({
      kind: 'attempt',
      id,
      text: `${status}, ${status === 'settled' ? 'without' : 'with'} a payment`,
    })
  }
  const isExpired = and(isOpen, lt(attempts.heldUntil, startedAt))
  for (const { id } of await db.select({ id: attempts.id }).from(attempts).where(isExpired)) {
    inProgress.push({ kind: 'attempt', id, text: 'its hold has expired' })
  }
}
