/** What a change of a run's time or place owes to others: a warning of double booking, and e-mails to its students. */
import type { ClassRow } from '#server/domains/classes/classes.ts'
import { listRunStudents } from '#server/domains/enrolments/students.ts'
import * as ManagedRuns from '#server/domains/runs/managed-runs.ts'
import { describeOverlap, findOverlaps, lockSchedules } from '#server/domains/runs/overlaps.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { type PlannedRun, toPlanned } from './planned-run.ts'
import { composeRunCanceledEmail, composeRunChangedEmail, describeScheduleChange } from './run-editing.emails.ts'

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
  const changes = describeScheduleChange(previous, next)
  if (changes.length === 0) return
  const students = await listRunStudents(tx, runId)
  await ctx.mail.send(tx, ...students.map((student) => composeRunChangedEmail(ctx, student, row, changes)))
}

/** E-mails the students of a canceled run whom no e-mail about a refund will reach. */
export async function emailCancellation(ctx: Context, tx: Transaction, row: ClassRow, runId: string): Promise<void> {
  const schedule = toPlanned(await ManagedRuns.read({ ...ctx, db: tx }, row, runId))
  const students = (await listRunStudents(tx, runId)).filter(({ isRefundable }) => !isRefundable)
  await ctx.mail.send(tx, ...students.map((student) => composeRunCanceledEmail(ctx, student, row, schedule)))
}
