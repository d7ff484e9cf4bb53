/** Ends the places of a deleted account in runs that are not over; the terms say what is refunded. */
import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { LostPlace } from '#contract/account-deletion.ts'
import type { Quote } from '#contract/quote.ts'
import { toMajor } from '#contract/values/money.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { isCurrent, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { listUncancellable } from '#server/domains/enrolments/readings.ts'
import { termsVersions } from '#server/domains/terms/terms.table.ts'
import { isLive, waitingEntries } from '#server/domains/waiting/waiting.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { countReturned } from './amounts.ts'
import { quoteCancellation } from './cancellation.ts'
import { isOwn, readSeats, sumBack } from './choice-seats.ts'
import { cancellationChoices } from './choices.table.ts'
import { type PaymentRow, payments } from './payments.table.ts'
import { refundInTransaction, updateStatus } from './refunds.ts'
import { listSeatPayments, OF_MOVES } from './seat-payments.ts'

/** Returns the actor's places that end with their account, in order of their start, and their open choices, with what is refunded and given up for each. */
export async function listLost(ctx: Context): Promise<LostPlace[]> {
  const places = await listPlaces(ctx.db, ctx.actor.id)
  const refundable = await listRefundable(ctx.db, places)
  const lost = places.map(({ enrolment: { classId, runId }, className, run, payment }) => {
    const { refundMinor = 0, creditMinor = 0 } = refundable.get(payment?.id ?? '') ?? {}
    const [refund, credit] = [refundMinor, creditMinor].map((minor) => toMoney(payment, minor))
    return {
      classId,
      runId,
      className,
      ...readStart(run),
      refund: refund ?? null,
      credit: credit ?? null,
      is_choice: false,
    }
  })
  return [...lost, ...(await listChoices(ctx))]
}

/** Without an account, the money of an open choice goes back to the card as far as that paid. */
async function listChoices({ db, actor }: Context): Promise<LostPlace[]> {
  const { userId, runId, choice } = cancellationChoices
  const open = await db
    .selectDistinct({ run: runs })
    .from(cancellationChoices)
    .innerJoin(runs, eq(runs.id, runId))
    .where(and(eq(userId, actor.id), isNull(choice)))
  return Promise.all(
    open.map(async ({ run }) => {
      const seats = await readSeats(db, isOwn(actor.id, run.id))
      const [{ payment }] = seats
      const { cardMinor, givenMinor } = sumBack(seats.map(({ paid }) => paid))
      const back = { refund: toMoney(payment, cardMinor), credit: toMoney(payment, givenMinor) }
      const { classId, className } = payment
      return { classId, runId: run.id, className, ...readStart(run), ...back, is_choice: true }
    }),
  )
}

/**
 * Locks the classes that a user takes part in or teaches, in one order with all other locks of classes, so that a deletion of the account
 * can lock the user next.
 */
export async function lockClasses(tx: Transaction, userId: string): Promise<void> {
  const waiting = tx
    .select({ id: waitingEntries.classId })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.userId, userId), isLive))
  const isStudent = or(inArray(classes.id, selectClasses(tx, userId)), inArray(classes.id, waiting))
  const isOwn = or(eq(classes.instructorId, userId), isStudent)
  await tx.select({ id: classes.id }).from(classes).where(isOwn).orderBy(classes.id).for('update')
}

export interface Deletion {
  userId: string
  /** The admin who deletes the account, or the user. */
  by: string
  /** True if the user gets back what the terms give. */
  isRefunded: boolean
}

/** Ends the places of a user whom this transaction has locked, and refunds them. A place that was bought in the meantime is among them. */
export async function endPlaces(ctx: SystemContext, tx: Transaction, { userId, by, isRefunded }: Deletion) {
  await lockClasses(tx, userId)
  const places = await listPlaces(tx, userId)
  const ids = places.map(({ enrolment }) => enrolment.id)
  await Enrolments.end(tx, inArray(enrolments.id, ids), { reason: 'account_deleted', by })
  const buyers = new Map(places.map(({ payment }) => [payment?.id, payment?.userId]))
  const refundable = isRefunded ? await listRefundable(tx, places) : []
  await closeReturned(tx, places, new Set([...refundable].map(([id]) => id)))
  // What becomes credit is given up with the account.
  for (const [id, { refundMinor: amountMinor, creditMinor }] of refundable) {
    // The buyer of a substitute's place has cancelled nothing.
    const reason = by === userId && buyers.get(id) === userId ? 'cancelled' : 'refunded'
    await refundInTransaction(ctx, tx, id, { reason, requestedBy: by, keepsSeat: false, amountMinor, creditMinor })
  }
}

/** All of the money of a seat that its student kept may have gone back before. Its payments are refunded once the seat ends. */
async function closeReturned(tx: Transaction, places: Place[], refundableIds: ReadonlySet<string>): Promise<void> {
  for (const { payment } of places) {
    const paid = payment && !refundableIds.has(payment.id) ? await listSeatPayments(tx, payment) : []
    for (const one of paid) if (countReturned(one) > 0) await updateStatus(tx, one, countReturned(one))
  }
}

type Place = Awaited<ReturnType<typeof listPlaces>>[number]

function listPlaces(db: Database, userId: string) {
  return db
    .select({
      ...{ enrolment: enrolments, run: runs, className: classes.name, payment: payments, version: termsVersions },
      ...OF_MOVES,
    })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .leftJoin(payments, eq(payments.id, enrolments.paymentId))
    .leftJoin(termsVersions, eq(termsVersions.id, payments.termsVersionId))
    .where(and(isPlace(userId), isNull(classes.withdrawnAt)))
    .orderBy(runs.startsAt, enrolments.id)
}

function selectClasses(db: Database, userId: string) {
  return db
    .select({ id: enrolments.classId })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .where(isPlace(userId))
}

/** Withdrawn classes and canceled runs are left to their own jobs, which refund more. */
function isPlace(userId: string): SQL | undefined {
  return and(eq(enrolments.userId, userId), isActive, isCurrent())
}

type Back = Pick<Quote, 'refundMinor' | 'creditMinor'>

/** Returns what the terms of each payment give back now, by its id. */
async function listRefundable(db: Database, places: Place[]): Promise<Map<string, Back>> {
  // Those who bought count, also where a substitute has the place.
  const uncancellable = new Set<string>()
  for (const buyer of new Set(places.flatMap(({ payment }) => payment?.userId ?? [])))
    for (const id of await listUncancellable(db, buyer)) uncancellable.add(id)
  const amounts = places.flatMap(({ payment, version, ...place }): [string, Back][] => {
    if (!payment || !version || uncancellable.has(payment.id)) return []
    if ([payment, ...place.surcharges].some(({ isDisputed }) => isDisputed)) return []
    const back = quoteCancellation({ payment, version, ...place }, Date.now())
    return back && back.refundMinor + back.creditMinor > 0 ? [[payment.id, back]] : []
  })
  return new Map(amounts)
}

function toMoney(payment: PaymentRow | null, minor: number): LostPlace['refund'] {
  if (!payment || minor === 0) return null
  return { amount: toMajor(minor, payment.currency), currency: payment.currency }
}
