/** Effects of a change of a run's time or place: a warning of double booking, and e-mails to its students. */
import { describeChange, readRunDates } from '#server/domains/calendar/run-dates.ts'
import { listRunStudents } from '#server/domains/enrolments/students.ts'
import { openCanceledEmail } from '#server/domains/payments/canceled-run.emails.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import type { ClassRow } from '../classes.ts'
import { describeOverlap, findOverlaps, lockSchedules } from '../runs/overlaps.ts'
import * as Runs from '../runs/runs.ts'
import type { PlannedRun } from './planned-run.ts'
import { composeRunChangedEmail } from './run-editing.emails.ts'

/**
 * Requires that no other session has the instructor or the place. It locks all schedules until the transaction ends, so that each
 * sees the one that is saved at the same moment.
 * @throws AppError DOUBLE_BOOKED, which names the other session, unless the input allows overlaps
 */
export async function requireFree(tx: Transaction, row: ClassRow, input: PlannedRun, runId?: string): Promise<void> {
  await lockSchedules(tx)
  if (input.allow_overlap) return
  const [overlap] = await findOverlaps(tx, row.instructorId, { ...input, run_id: runId })
  if (overlap) throw new AppError('DOUBLE_BOOKED', describeOverlap(overlap))
}

interface ScheduleChange {
  row: ClassRow
  runId: string
  previous: PlannedRun
  next: PlannedRun
}

/** E-mails the students of a run where its time or place changes. */
export async function emailScheduleChange(
  ctx: Context,
  tx: Transaction,
  { row, runId, previous, next }: ScheduleChange,
): Promise<void> {
  if (describeChange(previous, next, false).length === 0) return
  const students = await listRunStudents(tx, runId)
  const dates = await readRunDates(ctx, tx, await Runs.find(tx, runId))
  await ctx.mail.send(tx, ...students.map((student) => composeRunChangedEmail(ctx, student, row, { previous, dates })))
}

/** E-mails the students of a canceled run who are not e-mailed with their refund. */
export async function emailCancellation(ctx: Context, tx: Transaction, runId: string): Promise<void> {
  const composeEmail = await openCanceledEmail(ctx, tx, runId)
  const students = (await listRunStudents(tx, runId)).filter(({ isRefundable }) => !isRefundable)
  await ctx.mail.send(tx, ...students.map((student) => composeEmail(student)))
}
