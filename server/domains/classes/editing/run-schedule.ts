/** Effects of a change of a run's time or place: a warning of double booking, and e-mails to its students. */
import { DAY_MS } from '#contract/values/day.ts'
import { MOVED_DAYS } from '#contract/values/limits.ts'
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
  const choiceUntil = isMoved(previous, next) ? findChoiceEnd(dates.run) : null
  const change = { previous, dates, choiceUntil }
  await ctx.mail.send(tx, ...students.map((student) => composeRunChangedEmail(ctx, student, row, change)))
}

/** Returns whether a session that students have planned with is no longer at its time. */
export function isMoved(previous: PlannedRun, next: PlannedRun): boolean {
  const starts = new Set(next.sessions.map(({ starts_at }) => starts_at))
  return previous.sessions.some(({ starts_at }) => !starts.has(starts_at))
}

/** Returns until when the students of a run that was moved now may cancel for the full amount; null where it has begun. */
function findChoiceEnd({ startsAt }: Runs.RunRow): number | null {
  const now = Date.now()
  const until = now + MOVED_DAYS * DAY_MS
  if (startsAt === null) return until
  return startsAt > now ? Math.min(until, startsAt) : null
}

/** E-mails the students of a canceled run who are not e-mailed with their refund. */
export async function emailCancellation(ctx: Context, tx: Transaction, runId: string): Promise<void> {
  const composeEmail = await openCanceledEmail(ctx, tx, runId)
  const students = (await listRunStudents(tx, runId)).filter(({ isRefundable }) => !isRefundable)
  await ctx.mail.send(tx, ...students.map((student) => composeEmail(student)))
}
