/**
 * The choice of buyers whose date the school has canceled, or whose class it has withdrawn: another date, credit or money. Their seats have ended at
 * once, and their payments stay as they are until the choice is made or its time ends.
 */
import { and, eq, inArray, isNotNull, isNull, lt, not, or } from 'drizzle-orm'
import type { CancellationChoice, ChoiceRequest, RunChoice } from '#contract/choices.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { toMajor } from '#contract/values/money.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { type RunRow, runs } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, lockAllForSale, lockForSale } from '#server/domains/classes/runs/seats.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { countReturned } from './amounts.ts'
import { holdAfterEarlier } from './attempts.ts'
import { openCanceledEmail, type Refunded } from './canceled-run.emails.ts'
import { describePaid } from './checkouts.ts'
import {
  type ChoiceRow,
  giveDate,
  hasDispute,
  isOwn,
  isReduced,
  readSeats,
  requireUndisputed,
  type Seat,
  sumBack,
  sumCredit,
} from './choice-seats.ts'
import { composeWithdrawnChoiceEmail, describeChoice, type OfferedChoice } from './choices.emails.ts'
import { cancellationChoices } from './choices.table.ts'
import type { Blocked } from './holds.ts'
import { type PaymentRow, payments } from './payments.table.ts'
import { followBeforeCredit } from './refund-sending.ts'
import { emailRefunds, emailWithdrawn, refundInTransaction, tellStudents, updateStatus } from './refunds.ts'
import { listSeatPayments, sumLeft } from './seat-payments.ts'

interface Offer {
  runId: string
  /** Of one buyer, in the run. */
  paymentIds: readonly string[]
  reason: ChoiceRow['reason']
  /** The user who has canceled the date or withdrawn the class. */
  by: string
}

/**
 * Ends the seats of one buyer in a run that does not take place, and e-mails them what they may choose. It leaves disputed payments, of which nothing
 * can go back until the dispute ends, and seats that were moved away in between.
 */
export async function offer(ctx: SystemContext, { runId, paymentIds, reason, by }: Offer): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const chosen = await lockForSale(tx, runId)
    const isOfRun = and(inArray(payments.id, [...paymentIds]), eq(payments.runId, runId))
    const [opened, free]: [PaymentRow[][], Refunded[]] = [[], []]
    for (const payment of await tx.select().from(payments).where(isOfRun).orderBy(payments.receipt)) {
      const paid = await listSeatPayments(tx, payment)
      if (paid.some(({ isDisputed }) => isDisputed)) continue
      if (reason === 'withdrawn' && sumLeft(paid) === 0) {
        // There is nothing to choose.
        await refundInTransaction(ctx, tx, payment.id, {
          reason,
          requestedBy: by,
          onRefunded: (each) => free.push(each),
        })
        continue
      }
      const ended = await Enrolments.end(tx, eq(enrolments.paymentId, payment.id), { reason, by })
      if (ended.length === 0) continue
      for (const one of paid) if (countReturned(one) > 0) await updateStatus(tx, one, countReturned(one))
      await insert(ctx, tx, { payment, reason, runId, leftMinor: sumLeft(paid) })
      await tellStudents(ctx, tx, { payment, chosen, ended, reason })
      opened.push(paid)
    }
    if (opened.length > 0) await emailOffer(ctx, tx, { chosen, reason, opened })
    else if (free[0]) await emailWithdrawn(ctx, tx, chosen, free[0].userId)
  })
}

async function insert(
  { school }: Pick<SystemContext, 'school'>,
  tx: Transaction,
  { payment, ...values }: Pick<ChoiceRow, 'reason' | 'runId' | 'leftMinor'> & { payment: PaymentRow },
): Promise<void> {
  const createdAt = Date.now()
  const until = createdAt + school.current.choice_days * DAY_MS
  const owner = { paymentId: payment.id, userId: payment.userId }
  await tx.insert(cancellationChoices).values({ ...values, ...owner, until, createdAt })
}

interface Opened {
  chosen: LockedRun
  reason: ChoiceRow['reason']
  /** The payments of each seat. */
  opened: PaymentRow[][]
}

async function emailOffer(ctx: SystemContext, tx: Transaction, { chosen, reason, opened }: Opened): Promise<void> {
  const first = must(opened[0]?.at(-1))
  const buyer = await Users.read(tx, first.userId)
  if (buyer.deletedAt !== null) return
  const recipient = Users.toRecipient(buyer)
  const until = Date.now() + ctx.school.current.choice_days * DAY_MS
  const seats = await readSeats(tx, isOwn(buyer.id, chosen.run.id))
  const hasDates = (await listDates(tx, chosen.run, seats)).length > 0
  const offered: OfferedChoice = { chosen, currency: first.currency, until, hasDates, ...sumBack(opened) }
  const choice = describeChoice(ctx, offered)
  if (reason === 'withdrawn') return ctx.mail.send(tx, composeWithdrawnChoiceEmail(chosen, recipient, choice))
  const compose = await openCanceledEmail(ctx, tx, chosen.run.id)
  // The page of the choice lists the other dates.
  await ctx.mail.send(tx, compose(recipient, choice, []))
}

const MAX_DATES = 20

/** Returns what the actor may choose, or has chosen. @throws AppError NOT_FOUND */
export async function read(ctx: Context, runId: string): Promise<RunChoice> {
  const run = await Runs.find(ctx.db, runId)
  const seats = await readSeats(ctx.db, isOwn(ctx.actor.id, run.id))
  const [{ row, payment }] = seats
  const { cardMinor, givenMinor } = sumBack(seats.map(({ paid }) => paid))
  const untilClock = toClockTime(row.until, run.timeZone ?? ctx.school.current.time_zone)
  return {
    ...{ classId: run.classId, className: payment.className, ...readStart(run) },
    ...{ reason: row.reason, seats: seats.length, until: row.until, until_clock: untilClock, chosen: row.choice },
    refund: toMajor(cardMinor, payment.currency),
    credit: toMajor(givenMinor, payment.currency),
    is_reduced: seats.some(isReduced),
    currency: payment.currency,
    dates: row.choice === null ? await listDates(ctx.db, run, seats) : [],
  }
}

/** Lists the dates that buyers may choose. None where one of the students has a seat on another date already. */
export async function listDates(db: Database, run: RunRow, seats: readonly Seat[]): Promise<RunChoice['dates']> {
  if (seats.some(isReduced)) return []
  const isOwner = and(eq(classes.id, run.classId), isOnOffer)
  const [owner] = await db.select({ listPriceMinor: classes.listPriceMinor }).from(classes).where(isOwner)
  if (!owner) return []
  // Whose offers end with the choice.
  const userIds = [...new Set(seats.map(({ enrolment }) => enrolment.userId))]
  for (const userId of userIds) if (await Enrolments.isEnrolled(db, userId, run)) return []
  const rows = await Runs.listOthers(db, run, MAX_DATES, { seats: seats.length, userIds })
  return rows.map((row) => {
    const nextMinor = row.listPriceMinor ?? owner.listPriceMinor
    const { userId, currency } = must(seats[0]).payment
    const creditMinor = sumCredit(seats, nextMinor, userId)
    return { runId: row.id, ...readStart(row), credit: toMajor(creditMinor, currency) }
  })
}

/**
 * Makes the choice of the actor for their seats in a run. Returns 0 where it was the same before.
 * @param at the time of the request
 * @throws AppError NOT_SIGNED_IN, NOT_FOUND, CHOICE_MADE, PAYMENT_DISPUTED; of another date RUN_CLOSED, ALREADY_ENROLLED, SEATS_GONE, TOO_FEW_SEATS, SEATS_HELD;
 *   ALREADY_PAID where the buyer has paid for a seat of the class in the meantime
 */
export async function choose(ctx: Context, runId: string, request: ChoiceRequest, at: number): Promise<number> {
  const run = await Runs.find(ctx.db, runId)
  const other = request.runId === undefined ? null : await Runs.find(ctx.db, request.runId)
  const chosen = { run, other, choice: request.choice }
  if (chosen.choice !== 'money') await followRefunds(ctx, run)
  const { modifiedCount } = await holdAfterEarlier(ctx, (tx) => chooseOnce(ctx, tx, chosen, at), describePaid)
  return modifiedCount
}

/** Money that was refunded at the card provider becomes no credit, and pays for no other date. @throws AppError NOT_FOUND */
async function followRefunds(ctx: Context, run: RunRow): Promise<void> {
  const seats = await readSeats(ctx.db, isOwn(ctx.actor.id, run.id))
  if (seats[0].row.choice === null)
    await followBeforeCredit(
      ctx,
      seats.flatMap(({ paid }) => paid),
    )
}

interface Chosen {
  run: RunRow
  other: RunRow | null
  choice: CancellationChoice
}

async function chooseOnce(
  ctx: Context,
  tx: Transaction,
  { run, other, choice }: Chosen,
  at: number,
): Promise<{ modifiedCount: number } | Blocked> {
  const locked = await lockAllForSale(tx, [run.id, ...(other ? [other.id] : [])])
  const from = must(locked.get(run.id))
  // A deletion of the account gives up the credit of the buyer: it comes before or after the choice.
  if ((await Users.readToEnroll(tx, ctx.actor.id)).deletedAt !== null) throw new AppError('NOT_SIGNED_IN')
  const seats = await readSeats(tx, isOwn(ctx.actor.id, run.id))
  const [{ row }] = seats
  if (row.choice === choice && row.toRunId === (other?.id ?? null)) return { modifiedCount: 0 }
  if (row.choice !== null) throw new AppError('CHOICE_MADE')
  if (at > row.until) throw new AppError('CHOICE_MADE', TOO_LATE)
  const made = { choice, toRunId: other?.id ?? null, chosenBy: ctx.actor.id }
  const blocked = other ? await giveDate(ctx, tx, { from, to: must(locked.get(other.id)), seats }) : null
  if (blocked) return blocked
  if (!other) await giveBack(ctx, tx, seats, made)
  await close(tx, seats, made)
  const entry = { action: 'choice_made', subject: from.class.name, subjectId: from.class.id } as const
  const message = other ? `another date: ${readStart(other).starts ?? 'without a fixed date'}` : choice
  await Activity.record(tx, ctx.actor, { ...entry, message })
  return { modifiedCount: 1 }
}

const TOO_LATE = 'The time to choose is over. We refund what you have paid.'

interface Made {
  choice: CancellationChoice
  toRunId: string | null
  /** Null where the time ended without an answer. */
  chosenBy: string | null
}

async function close(tx: Transaction, seats: readonly Seat[], made: Made): Promise<void> {
  const ids = seats.map(({ row }) => row.id)
  await tx
    .update(cancellationChoices)
    .set({ ...made, chosenAt: Date.now() })
    .where(inArray(cancellationChoices.id, ids))
}

/** Gives what is left of the payments back, as credit or to where it was paid from, and e-mails the buyer once. @throws AppError PAYMENT_DISPUTED */
async function giveBack(
  ctx: SystemContext,
  tx: Transaction,
  seats: readonly [Seat, ...Seat[]],
  { choice, chosenBy }: Pick<Made, 'choice' | 'chosenBy'>,
): Promise<void> {
  requireUndisputed(seats)
  const { reason, runId } = seats[0].row
  const all: Refunded[] = []
  for (const { row, paid } of seats) {
    const amounts = choice === 'credit' ? { amountMinor: 0, creditMinor: sumLeft(paid) } : {}
    const order = { reason, requestedBy: chosenBy, keepsSeat: false, isChosen: true, ...amounts }
    const onRefunded = (each: Refunded) => all.push(each)
    await refundInTransaction(ctx, tx, row.paymentId, { ...order, onRefunded })
  }
  // Nothing where an admin has given all of it back.
  const [first, ...others] = all
  if (first) await emailRefunds(ctx, tx, [first, ...others], { reason, chosen: await lockForSale(tx, runId) })
}

/** Returns for how many seats of a withdrawn class the buyers may still choose. */
export async function countOpen(db: Database, classId: string): Promise<number> {
  const isOfClass = inArray(
    cancellationChoices.runId,
    db.select({ id: runs.id }).from(runs).where(eq(runs.classId, classId)),
  )
  return db.$count(cancellationChoices, and(isOfClass, isNull(cancellationChoices.choice)))
}

/**
 * Refunds buyers whose time to choose has ended, and those without an account. Every instance may call it. While a bank decides on a dispute about
 * one of the seats, the choice waits.
 */
export async function endOverdue(ctx: SystemContext, now = Date.now()): Promise<void> {
  const { runId, userId } = cancellationChoices
  const deleted = ctx.db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  const isDue = and(
    isNull(cancellationChoices.choice),
    or(lt(cancellationChoices.until, now), inArray(userId, deleted)),
  )
  const due = await ctx.db
    .selectDistinct({ runId, userId })
    .from(cancellationChoices)
    .where(and(isDue, not(hasDispute)))
  const failures: unknown[] = []
  for (const one of due) await endOne(ctx, one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} choices could not be ended.`)
}

async function endOne(ctx: SystemContext, { runId, userId }: Pick<ChoiceRow, 'runId' | 'userId'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockForSale(tx, runId)
    const seats = await readSeats(tx, isOwn(userId, runId))
    // The buyer has chosen in the last moment.
    if (seats[0].row.choice !== null) return
    const made = { choice: 'money', toRunId: null, chosenBy: null } as const
    await giveBack(ctx, tx, seats, made)
    await close(tx, seats, made)
  })
}
