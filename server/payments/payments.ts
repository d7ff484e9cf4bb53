/** The verbs on payments and enrolments. */
import { and, count, desc, eq, or, type SQL } from 'drizzle-orm'
import { toMajor } from '#contract/money.ts'
import type { Page } from '#contract/pages.ts'
import type { EnrolledClass, Payment, PaymentRecord, PaymentsQuery, PlayedClass } from '#contract/payments.ts'
import * as Activity from '#server/activity/activity.ts'
import { classes, materials } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import { havingWords, inOrder, readPage } from '#server/database/lists.ts'
import { transaction } from '#server/database/transaction.ts'
import { idFrom, orNotFound, Refusal } from '#server/refusal.ts'
import { users } from '#server/users/users.table.ts'
import { moveRefund } from './moves.ts'
import { enrolments, payments, refunds } from './payments.table.ts'
import { refund, sendRefund } from './refunds.ts'
import { moneyReturned, settle } from './settle.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Settles the actor's own attempt that a transaction belongs to; another's is not found, and nothing happens to it.
 * @throws Refusal NOT_FOUND, NOT_PAID, MONEY_RETURNED where there was nothing left to buy
 */
export async function record(ctx: Context, transactionId: string): Promise<string> {
  const { paymentId, returned } = await settle(ctx, transactionId, ctx.actor.id)
  if (returned) throw moneyReturned(returned)
  return paymentId
}

/** The actor's payments, newest first. */
export async function list(ctx: Context): Promise<Payment[]> {
  const rows = await withRefund(ctx)
    .where(eq(payments.userId, ctx.actor.id))
    .orderBy(...NEWEST_FIRST)
  return rows.map((row) => toPayment(row, ctx))
}

/** One of the actor's payments, for an admin anybody's. @throws Refusal NOT_FOUND */
export async function get(ctx: Context, id: string): Promise<Payment> {
  const [row] = await withRefund(ctx).where(and(eq(payments.id, idFrom(id)), unlessAdmin(ctx)))
  return toPayment(orNotFound(row), ctx)
}

/** Payments of everybody; words are looked for in name, e-mail, class, transaction and receipt number. */
export async function find(ctx: Context, query: PaymentsQuery): Promise<Page<PaymentRecord>> {
  const fitting = fittingWords(query.q)
  const rows = withRefund(ctx)
    .where(fitting)
    .orderBy(...inOrder(query, SORTED_BY, payments.id))
  const all = ctx.db.select({ all: count() }).from(payments).where(fitting)
  return readPage(query, rows.$dynamic(), (row) => toRecord(row, ctx), all)
}

const SORTED_BY = {
  created_at: payments.createdAt,
  name: payments.name,
  className: payments.className,
  price: payments.amountMinor,
  status: payments.status,
}

/**
 * Ends an enrolment of the actor; the money goes back. Answers 0 where that has happened before.
 * @throws Refusal NOT_FOUND, CANCEL_TOO_LATE
 */
export async function cancel(ctx: Context, id: string): Promise<number> {
  const mine = and(eq(payments.id, idFrom(id)), eq(payments.userId, ctx.actor.id))
  const [payment] = await ctx.db.select().from(payments).where(mine)
  const { status, createdAt } = orNotFound(payment)
  if (status === 'refunded') return 0
  if (Date.now() > createdAt + ctx.cancelDays * DAY_MS) throw new Refusal('CANCEL_TOO_LATE')
  return refund(ctx, id, 'cancelled', ctx.actor.id)
}

/** Has a refund that failed sent again. Answers 0 where it has not failed. */
export async function retryRefund({ db, jobs, actor }: Context, paymentId: string): Promise<number> {
  return transaction(db, async (tx) => {
    const [found] = await tx
      .select({ id: refunds.id, receipt: payments.receipt })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.paymentId, idFrom(paymentId)))
    const { id, receipt } = orNotFound(found)
    if (!(await moveRefund(tx, id, 'retry'))) return 0
    await Activity.record(tx, actor, { deed: 'refund_retried', subject: `Receipt ${receipt}`, subjectId: paymentId })
    await jobs.put(tx, sendRefund, { refundId: id })
    return 1
  })
}

/** The classes that the actor is enrolled in, newest enrolment first. */
export async function enrolledClasses({ db, actor }: Context): Promise<EnrolledClass[]> {
  return db
    .select(ENROLLED)
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(enrolments.userId, actor.id))
    .orderBy(desc(enrolments.createdAt), enrolments.id)
}

/** A class that the actor is enrolled in, from the inside. @throws Refusal NOT_FOUND for everybody else */
export async function play({ db, actor }: Context, classId: string): Promise<PlayedClass> {
  const [row] = await db
    .select({ ...ENROLLED, material: { text: materials.text, links: materials.links } })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(materials, eq(materials.classId, classes.id))
    .where(and(eq(enrolments.userId, actor.id), eq(enrolments.classId, idFrom(classId))))
  return orNotFound(row)
}

const ENROLLED = {
  _id: enrolments.id,
  classId: classes.id,
  className: classes.name,
  classImage: classes.image,
  instructorImage: users.image,
  instructorEmail: users.email,
  instructorName: users.name,
  seats: classes.seats,
  enroll: classes.enroll,
}

const NEWEST_FIRST = [desc(payments.createdAt), payments.id]

function withRefund({ db }: Context) {
  return db.select().from(payments).leftJoin(refunds, eq(refunds.paymentId, payments.id))
}

function unlessAdmin({ actor }: Context): SQL | undefined {
  return actor.role === 'admin' ? undefined : eq(payments.userId, actor.id)
}

function fittingWords(words: string | undefined): SQL | undefined {
  const receipt = /^\d{1,15}$/.test(words ?? '') ? eq(payments.receipt, Number(words)) : undefined
  return or(havingWords(words, [payments.name, payments.email, payments.className, payments.transactionId]), receipt)
}

type Row = { payments: typeof payments.$inferSelect; payment_refunds: typeof refunds.$inferSelect | null }

function toPayment({ payments: row, payment_refunds: sent }: Row, { actor, cancelDays }: Context): Payment {
  const cancelUntil = row.createdAt + cancelDays * DAY_MS
  const cancellable = row.status !== 'refunded' && row.userId === actor.id && Date.now() <= cancelUntil
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    transactionId: row.transactionId,
    price: toMajor(row.amountMinor, row.currency),
    currency: row.currency,
    cartId: row.cartId,
    classId: row.classId,
    classImage: row.classImage,
    className: row.className,
    status: row.status,
    receipt: row.receipt,
    refund: sent && { reason: sent.reason, status: sent.status, created_at: sent.createdAt },
    cancel_until: cancellable ? cancelUntil : null,
    created_at: row.createdAt,
  }
}

function toRecord(row: Row, ctx: Context): PaymentRecord {
  const { refund: sent, ...payment } = toPayment(row, ctx)
  return { ...payment, refund: sent && { ...sent, problem: row.payment_refunds?.problem ?? null } }
}
