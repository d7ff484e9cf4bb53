/**
 * Ends the sale of runs: cancels them, or closes them, so that their students keep their places. Seats without a date are sold until a
 * class has dates, and beside them only where the instructor decides so.
 */
import type { NewRun } from '#contract/runs.ts'
import { refundRunJob } from '#server/domains/payments/withdrawals.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import * as Classes from '../classes.ts'
import { recordRunEvent } from '../runs/run-events.ts'
import * as Runs from '../runs/runs.ts'
import { listRunChanges } from './run-changes.ts'
import { readPlanned } from './run-fields.ts'
import { emailCancellation } from './run-schedule.ts'

/**
 * Cancels a run for good. Its students choose what they get, or are refunded. Students without a payment to refund are e-mailed here. Returns 0 on
 * repetition.
 * @throws AppError NOT_FOUND
 */
export async function cancel(ctx: Context, id: string): Promise<number> {
  const { actor, jobs } = ctx
  const { classId } = await Runs.find(ctx.db, id, Classes.limitToOwner(actor))
  return inTransaction(ctx, async (tx) => {
    const row = await Classes.lock(tx, classId, { instructorId: Classes.limitToOwner(actor) })
    const run = await Runs.find(tx, id)
    if (run.canceledAt !== null) return 0
    await Runs.cancel(tx, run)
    await recordRunEvent(ctx, tx, { action: 'run_canceled', row, runId: id })
    await jobs.enqueue(tx, refundRunJob, { runId: run.id, requestedBy: actor.id })
    await emailCancellation(ctx, tx, run.id)
    return 1
  })
}

/** Ends enrolling in a run now. Returns 0 where it has ended. @throws AppError NOT_FOUND, CLASS_WITHDRAWN, RUN_CANCELED */
export async function close(ctx: Context, id: string): Promise<number> {
  const owner = Classes.limitToOwner(ctx.actor)
  const { classId } = await Runs.find(ctx.db, id, owner)
  return inTransaction(ctx, async (tx) => {
    const row = await Classes.lock(tx, classId, { instructorId: owner })
    if (row.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
    const run = await Runs.find(tx, id)
    if (run.canceledAt !== null) throw new AppError('RUN_CANCELED')
    if (!Runs.canEnroll(run)) return 0
    await closeLocked(ctx, tx, row, run)
    return 1
  })
}

interface FirstDate {
  row: Classes.ClassRow
  /** The run that has dates now. */
  runId: string
  decision: NewRun['undated']
}

/**
 * Ends the sale of undated runs where a locked class has got its first dated one. A run that no student has a place in, or is paying for, is
 * canceled; the instructor decides on others.
 * @throws AppError UNDATED_RUN where that decision is missing
 */
export async function replaceUndated(
  ctx: Context,
  tx: Transaction,
  { row, runId, decision }: FirstDate,
): Promise<void> {
  const others = (await Runs.listLive(tx, row.id)).filter(({ id }) => id !== runId)
  if (decision === 'keep' || others.some(({ startsAt }) => startsAt !== null)) return
  for (const run of others.filter(Runs.canEnroll)) {
    if (run.enroll === 0 && run.held === 0) {
      await Runs.cancel(tx, run)
      await recordRunEvent(ctx, tx, { action: 'run_canceled', row, runId: run.id })
    } else if (decision === 'close') await closeLocked(ctx, tx, row, run)
    else throw new AppError('UNDATED_RUN')
  }
}

async function closeLocked(ctx: Context, tx: Transaction, row: Classes.ClassRow, run: Runs.RunRow): Promise<void> {
  const read = () => readPlanned(tx, run.id, ctx.school.current.time_zone)
  const previous = await read()
  await Runs.close(tx, run)
  const changes = listRunChanges(previous, await read(), ctx.currency)
  await recordRunEvent(ctx, tx, { action: 'run_edited', row, runId: run.id, changes })
}
