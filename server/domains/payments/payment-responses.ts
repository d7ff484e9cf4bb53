/** Payments as the contract has them, with their refunds and the quotes of their terms. */
import { and, eq, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { AdminPayment } from '#contract/admin-payments.ts'
import type { HandMethod } from '#contract/payment-methods.ts'
import type { Payment, Refund, SeatResale } from '#contract/payments.ts'
import { toMajor } from '#contract/values/money.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { isEnrollable, runs, takesPlace } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { orders } from '#server/domains/orders/orders.table.ts'
import { type TermsVersion, termsVersions } from '#server/domains/terms/terms.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { type Amounts, countLeftOfCard, countPaid } from './amounts.ts'
import { findCancelDeadline, quoteCancellation, quoteResold } from './cancellation.ts'
import { cancellationChoices } from './choices.table.ts'
import {
  attempts,
  isLacking,
  type PaymentRow,
  payments,
  type RefundRow,
  refunds,
  seatPaymentId,
} from './payments.table.ts'
import { OF_MOVES, sumLeft } from './seat-payments.ts'

/** Returns whether a bank reviews the payment of a seat, or that of a move of it: nothing goes back for it then. */
export function isSeatDisputed({ payments: bought, surcharges }: Pick<Row, 'payments' | 'surcharges'>): boolean {
  return [bought, ...surcharges].some(({ isDisputed }) => isDisputed)
}

/** Selects payments with their refunds, newest first, as they are at a time. */
export function selectWithRefunds({ db }: Pick<Context, 'db'>, now: number | SQLWrapper = Date.now()) {
  const { method, byHand, amountMinor, reason, status, problem, note, createdAt } = refunds
  const fields = sql`'method', ${method}, 'byHand', ${byHand}, 'amountMinor', ${amountMinor}, 'reason', ${reason}, 'status', ${status}, 'problem', ${problem}, 'note', ${note}, 'isLacking', ${isLacking}, 'createdAt', ${createdAt}`
  const all = sql`coalesce(json_agg(json_build_object(${fields}) order by ${createdAt} desc, ${refunds.id}), '[]')`
  const isOther = and(eq(users.id, enrolments.userId), ne(users.id, payments.userId))
  const student = db.select({ name: users.name }).from(users).where(isOther)
  const isChoosing = and(eq(cancellationChoices.paymentId, payments.id), isNull(cancellationChoices.choice))
  const choice = db.select({ until: cancellationChoices.until }).from(cancellationChoices).where(isChoosing)
  const listed = db.select({ all }).from(refunds).where(eq(refunds.paymentId, payments.id))
  return db
    .select({
      payments,
      refunds: sql<ListedRefund[]>`(${listed})`,
      listPriceMinor: attempts.listPriceMinor,
      voucherMinor: attempts.voucherMinor,
      byHand: attempts.byHand,
      order: orders.number,
      orderId: orders.id,
      startsAt: runs.startsAt,
      starts: runs.starts,
      timeZone: runs.timeZone,
      isForSale: sql<boolean>`coalesce(${and(isEnrollable(now), isOnOffer)}, false)`,
      takesPlace: sql<boolean>`${takesPlace}`,
      enrolment: enrolments,
      student: sql<string | null>`(${student})`,
      chooseUntil: sql<string | null>`(${choice})`,
      version: termsVersions,
      ...OF_MOVES,
    })
    .from(payments)
    .innerJoin(termsVersions, eq(termsVersions.id, payments.termsVersionId))
    .innerJoin(runs, eq(runs.id, payments.runId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(attempts, eq(attempts.id, payments.attemptId))
    .innerJoin(orders, eq(orders.id, attempts.orderId))
    .leftJoin(enrolments, eq(enrolments.paymentId, seatPaymentId))
}

type ListedRefund = Pick<
  RefundRow,
  'method' | 'byHand' | 'amountMinor' | 'reason' | 'status' | 'problem' | 'note' | 'createdAt'
> & { isLacking: boolean }

export interface Row {
  payments: PaymentRow
  refunds: ListedRefund[]
  listPriceMinor: number
  voucherMinor: number
  byHand: HandMethod | null
  order: number
  orderId: string
  startsAt: number | null
  starts: string | null
  timeZone: string | null
  /** True if students can enroll in the run. */
  isForSale: boolean
  /** False where its students get credit or their money by a job. */
  takesPlace: boolean
  enrolment: Enrolments.EnrolmentRow | null
  /** The name of a student who is not the buyer. */
  student: string | null
  /** The last moment of the buyer's choice for a canceled seat, as PostgreSQL returns it. */
  chooseUntil: string | null
  version: TermsVersion
  movedMinor: number
  surcharges: (Amounts & Pick<PaymentRow, 'isDisputed'>)[]
}

export function toCancellable({
  payments: payment,
  version,
  enrolment,
  movedMinor: moved,
  surcharges,
  ...run
}: Omit<
  Row,
  | 'refunds'
  | 'listPriceMinor'
  | 'voucherMinor'
  | 'byHand'
  | 'order'
  | 'orderId'
  | 'isForSale'
  | 'takesPlace'
  | 'student'
  | 'chooseUntil'
>) {
  return { payment, version, run, enrolment, movedMinor: moved, surcharges }
}

/** Builds a payment. The contract's `price` is the amount paid. @param uncancellable ids of the actor's payments */
export function toPayment(
  {
    payments: row,
    refunds: back,
    enrolment,
    version,
    listPriceMinor,
    voucherMinor,
    byHand,
    order,
    orderId,
    isForSale,
    student,
    chooseUntil,
    ...run
  }: Row,
  ctx: Context,
  uncancellable: Set<string>,
): Payment {
  const ended = enrolment && Enrolments.toEnd(enrolment)
  const [newest] = back
  const isMove = row.seatPaymentId !== null
  const isDisputed = isSeatDisputed({ payments: row, ...run })
  const isOwnActive = row.userId === ctx.actor.id && enrolment !== null && !ended && !isMove && !isDisputed
  const isCancellable = isOwnActive && run.takesPlace && !uncancellable.has(row.id)
  const purchase = toCancellable({ payments: row, version, enrolment, ...run })
  const resale = isOwnActive ? toResale(purchase, isForSale) : null
  const cancelUntil = isCancellable ? findCancelDeadline(purchase, Date.now()) : null
  const toClock = (time: number) => toClockTime(time, run.timeZone ?? ctx.school.current.time_zone)
  return {
    _id: row.id,
    order,
    orderId,
    email: row.email,
    name: row.name,
    student,
    transactionId: row.transactionId,
    ...toAmounts(row, { voucherMinor, byHand, back }),
    list_price: toMajor(isMove ? countPaid(row) : listPriceMinor, row.currency),
    is_move: isMove,
    currency: row.currency,
    ...{ cartId: row.cartId, classId: row.classId, runId: row.runId },
    classImage: row.classImage,
    className: row.className,
    ...readStart(run),
    // A seat that cost nothing and was not bought has nothing to return.
    status: enrolment === null && countPaid(row) === 0 ? 'refunded' : row.status,
    disputed: row.isDisputed,
    receipt: row.receipt,
    refund: newest ? toRefund(newest, row.currency) : null,
    ended,
    may_cancel: isCancellable && quoteCancellation(purchase, Date.now()) !== null,
    cancel_until: cancelUntil,
    cancel_until_clock: cancelUntil === null ? null : toClock(cancelUntil),
    choose_until: chooseUntil === null ? null : Number(chooseUntil),
    choose_until_clock: chooseUntil === null ? null : toClock(Number(chooseUntil)),
    resale,
    created_at: row.createdAt,
  }
}

/** Returns what was paid and how, and what went back. Money by hand is stored as credit that was spent or paid out at once. */
function toAmounts(
  row: PaymentRow,
  { voucherMinor, byHand, back }: Pick<Row, 'voucherMinor' | 'byHand'> & { back: ListedRefund[] },
): Pick<Payment, 'price' | 'credit' | 'voucher' | 'by_hand' | 'refunded' | 'credited'> {
  const money = (minor: number) => toMajor(minor, row.currency)
  // A seat that was not bought has spent nothing of them.
  const ofVouchers = row.creditMinor > 0 ? voucherMinor : 0
  const paidOut = back.reduce((sum, refund) => sum + (refund.byHand === null ? 0 : refund.amountMinor), 0)
  return {
    price: money(countPaid(row)),
    credit: money(byHand === null ? row.creditMinor - ofVouchers : 0),
    voucher: money(ofVouchers),
    by_hand: byHand,
    refunded: money(row.refundedMinor + paidOut),
    credited: money(row.creditedMinor - paidOut),
  }
}

function toResale(purchase: ReturnType<typeof toCancellable>, isForSale: boolean): SeatResale | null {
  const since = purchase.enrolment?.returnsSince ?? null
  const back = quoteResold(purchase, Date.now())
  if (since === null && (!isForSale || back === null)) return null
  const { currency } = purchase.payment
  const { refundMinor, creditMinor } = back ?? { refundMinor: 0, creditMinor: 0 }
  return { refund: toMajor(refundMinor, currency), credit: toMajor(creditMinor, currency), since }
}

export function toAdminPayment(row: Row, ctx: Context, uncancellable: Set<string>): AdminPayment {
  const { currency } = row.payments
  const all = row.refunds.map((one) => ({ ...toRefund(one, currency), problem: one.problem, note: one.note }))
  const left = toMajor(sumLeft([...row.surcharges, row.payments]), currency)
  const ofCard = countLeftOfCard(row.payments)
  return {
    ...toPayment(row, ctx, uncancellable),
    refund: all[0] ?? null,
    left,
    refunds: all,
    lacking: row.refunds.some(({ isLacking: lacks, amountMinor }) => lacks && amountMinor <= ofCard),
  }
}

function toRefund({ method, byHand, amountMinor, reason, status, createdAt }: ListedRefund, currency: string): Refund {
  return { method: byHand ?? method, amount: toMajor(amountMinor, currency), reason, status, created_at: createdAt }
}
