/** Withdraws classes that do not take place: stops sales at once, offers buyers credit or money or refunds them, and reports the progress. */
import { and, count, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Withdrawal } from '#contract/withdrawals.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { isNotOver, runs } from '#server/domains/classes/runs/runs.table.ts'
import { lockForSale } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { listOpen } from './attempts.ts'
import type { Refunded } from './canceled-run.emails.ts'
import * as Choices from './choices.ts'
import { endGranted } from './grants.ts'
import { attempts, isOpen, payments, refunds } from './payments.table.ts'
import { emailRefunds, emailWithdrawn, refundCanceled, refundInTransaction } from './refunds.ts'
import { endCheckout } from './settle.ts'

/** Retries for about two days. */
const REFUNDING = { timeoutSeconds: 600, retries: 50, initialBackoff: 5, maxBackoff: 3_600, retention: 86_400 }

/** Refunds the students of a withdrawn class. */
export const refundClassJob: JobKind<{ classId: string; requestedBy: string }> = {
  name: 'payments.withdraw',
  ...REFUNDING,
}

/** Refunds the students of a canceled run, in the same way. */
export const refundRunJob: JobKind<{ runId: string; requestedBy: string }> = {
  name: 'payments.cancel-run',
  ...REFUNDING,
}

/** Withdraws one of the actor's classes, or any class for an admin. Returns 0 on repetition. @throws AppError NOT_FOUND */
export async function withdraw(ctx: Context, id: string): Promise<number> {
  const { actor, jobs } = ctx
  return inTransaction(ctx, async (tx) => {
    const row = await Classes.lock(tx, id, { instructorId: Classes.limitToOwner(actor) })
    if (row.withdrawnAt !== null) return 0
    await Classes.withdraw(tx, row.id)
    await Activity.record(tx, actor, { action: 'class_withdrawn', subject: row.name, subjectId: row.id })
    await jobs.enqueue(tx, refundClassJob, { classId: row.id, requestedBy: actor.id })
    return 1
  })
}

/** Does the job. Students of runs that were over keep what they have bought. */
export async function refundClass(ctx: SystemContext, classId: string, requestedBy: string): Promise<void> {
  const ids = await listAffectedRuns(ctx.db, await Classes.find(ctx.db, classId))
  // First, so that no student pays during the refunds.
  const failures = await endAttempts(ctx, or(eq(attempts.classId, classId), isMoveFrom(ctx.db, ids)))
  const unrefunded = await selectUnrefunded(ctx.db, ids)
  if (hasChoice(ctx)) await offerChoices(ctx, unrefunded, { reason: 'withdrawn', by: requestedBy })
  else for (const seats of groupByBuyer(unrefunded)) await refundWithdrawn(ctx, seats, requestedBy)
  await endGranted(ctx, inArray(enrolments.runId, ids), { reason: 'withdrawn', by: requestedBy })
  requireEnded(failures)
}

/** Refunds the seats that one buyer has of a date, and e-mails them once. */
async function refundWithdrawn(ctx: SystemContext, seats: Unrefunded[], requestedBy: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const all: Refunded[] = []
    const order = { reason: 'withdrawn', requestedBy, onRefunded: (each: Refunded) => all.push(each) } as const
    for (const { id } of seats) await refundInTransaction(ctx, tx, id, order)
    if (!all[0]) return
    const chosen = await lockForSale(tx, must(seats[0]).runId)
    const [first, ...others] = all.filter(({ cardMinor, givenMinor }) => cardMinor + givenMinor > 0)
    if (first) return emailRefunds(ctx, tx, [first, ...others], { reason: 'withdrawn', chosen })
    await emailWithdrawn(ctx, tx, chosen, all[0].userId)
  })
}

type Unrefunded = Awaited<ReturnType<typeof selectUnrefunded>>[number]

/** Returns the seats that each buyer has of a date. */
function groupByBuyer(unrefunded: Unrefunded[]): Unrefunded[][] {
  return [...Map.groupBy(unrefunded, ({ userId, runId }) => `${userId} ${runId}`).values()]
}

/** Returns the ids of the runs that were not over when their class was withdrawn. */
async function listAffectedRuns(db: Database, { id, withdrawnAt }: Classes.ClassRow): Promise<string[]> {
  const isAffected = and(eq(runs.classId, id), isNotOver(orNotFound(withdrawnAt)))
  return (await db.select({ id: runs.id }).from(runs).where(isAffected)).map((run) => run.id)
}

/** Does the job of a canceled run. */
export async function refundRun(ctx: SystemContext, runId: string, requestedBy: string): Promise<void> {
  const failures = await endAttempts(ctx, or(eq(attempts.runId, runId), isMoveFrom(ctx.db, [runId])))
  const unrefunded = await selectUnrefunded(ctx.db, [runId])
  if (hasChoice(ctx)) await offerChoices(ctx, unrefunded, { reason: 'run_canceled', by: requestedBy })
  else
    for (const seats of Map.groupBy(unrefunded, ({ userId }) => userId).values())
      await refundCanceled(ctx, runId, { paymentIds: seats.map(({ id }) => id), requestedBy })
  await endGranted(ctx, eq(enrolments.runId, runId), { reason: 'run_canceled', by: requestedBy })
  requireEnded(failures)
}

/** Returns whether students choose what they get, or else get their money at once. */
function hasChoice({ school }: SystemContext): boolean {
  return school.current.choice_days > 0
}

/** Lets each buyer choose for all of their seats in a run. */
async function offerChoices(
  ctx: SystemContext,
  unrefunded: Unrefunded[],
  end: Pick<Parameters<typeof Choices.offer>[1], 'reason' | 'by'>,
): Promise<void> {
  for (const seats of groupByBuyer(unrefunded)) {
    const { runId } = must(seats[0])
    await Choices.offer(ctx, { runId, paymentIds: seats.map(({ id }) => id), ...end })
  }
}

/** Throws where attempts are still open, so that the job runs again. */
function requireEnded(failures: unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} attempts could not be ended.`)
}

/**
 * Ends the open attempts of a filter. Returns the errors of those that could not be ended. They delay no refund, since a payment
 * that is settled later is refunded.
 */
async function endAttempts(ctx: SystemContext, filter: SQL | undefined): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const orderId of new Set((await listOpen(ctx.db, filter)).map((each) => each.orderId)))
    await endCheckout(ctx, orderId).catch((error: unknown) => failures.push(error))
  return failures
}

/** Matches attempts to pay for moves away from runs: nothing is left to move. */
function isMoveFrom(db: Database, runIds: string[]): SQL {
  const bought = db.select({ id: payments.id }).from(payments).where(inArray(payments.runId, runIds))
  return inArray(attempts.seatPaymentId, bought)
}

/** Selects the payments of active enrolments. */
function selectUnrefunded(db: Database, runIds: string[]) {
  return db
    .select({ id: payments.id, userId: payments.userId, runId: payments.runId })
    .from(payments)
    .innerJoin(enrolments, and(eq(enrolments.paymentId, payments.id), isActive))
    .where(inArray(payments.runId, runIds))
    .orderBy(payments.id)
}

/** Returns the progress of a withdrawal. @throws AppError NOT_FOUND for another instructor's class, or one that is not withdrawn */
export async function readProgress({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<Withdrawal> {
  const row = await Classes.find(db, id, Classes.limitToOwner(actor))
  const { id: classId, withdrawnAt } = row
  const affected = selectUnrefunded(db, await listAffectedRuns(db, row)).as('unrefunded')
  const [unrefunded] = await db.select({ total: count() }).from(affected)
  const byStatus = await db
    .select({ status: refunds.status, total: count() })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.classId, classId))
    .groupBy(refunds.status)
  const countRefunds = (status: string) => Number(byStatus.find((row) => row.status === status)?.total ?? 0)
  return {
    withdrawn_at: orNotFound(withdrawnAt),
    open_attempts: await db.$count(attempts, and(eq(attempts.classId, classId), isOpen)),
    to_refund: Number(unrefunded?.total ?? 0),
    choosing: await Choices.countOpen(db, classId),
    queued: countRefunds('queued'),
    done: countRefunds('done'),
    failed: countRefunds('failed'),
  }
}
