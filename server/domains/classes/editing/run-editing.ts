/** Adds and changes runs of the actor's classes; admins may edit all. Students may be paying for a run. */
import type { CallOptions } from '#contract/call.ts'
import type { ClassRuns, Overlap, OverlapQuery } from '#contract/run-editing.ts'
import type { Run } from '#contract/runs.ts'
import * as TimeChecks from '#server/domains/calendar/time-checks.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { AppError, requireVersion } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import * as Classes from '../classes.ts'
import * as ManagedRuns from '../runs/managed-runs.ts'
import { queueReminder } from '../runs/minimum.ts'
import { findOverlaps } from '../runs/overlaps.ts'
import { recordRunEvent } from '../runs/run-events.ts'
import * as Runs from '../runs/runs.ts'
import { requireSeatsForHolds } from './checkout-rules.ts'
import { mergeChange, planRun, planSessions, type RunInput, type RunInputChange } from './planned-run.ts'
import { listRunChanges } from './run-changes.ts'
import { readPlanned, toFields, toSessions } from './run-fields.ts'
import { replaceUndated } from './run-sale.ts'
import { emailScheduleChange, isMoved, requireFree } from './run-schedule.ts'

/** Returns all runs of a class, the canceled ones included. @throws AppError NOT_FOUND */
export async function list(ctx: Context, classId: string): Promise<Run[]> {
  return ManagedRuns.list(ctx, await Classes.find(ctx.db, classId, Classes.limitToOwner(ctx.actor)))
}

/** Returns the actor's classes with all of their runs. */
export async function listOwn(ctx: Context): Promise<ClassRuns[]> {
  return ManagedRuns.listByInstructor(ctx, ctx.actor.id)
}

/** Returns the sessions that a draft of a run would book twice. @throws AppError NOT_FOUND */
export async function listOverlaps({ db, actor }: Context, classId: string, draft: OverlapQuery): Promise<Overlap[]> {
  const { instructorId } = await Classes.find(db, classId, Classes.limitToOwner(actor))
  const sessions = planSessions(draft.sessions, draft.time_zone ?? 'UTC')
  return findOverlaps(db, instructorId, { ...draft, sessions })
}

/**
 * Adds a run to a class, and returns its id. Its first dated run replaces undated ones.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CLASS_WITHDRAWN, TOO_MANY_RUNS, DOUBLE_BOOKED, UNDATED_RUN
 */
export async function add(ctx: Context, classId: string, input: RunInput): Promise<string> {
  const planned = planRun(input, ctx.school.current.time_zone)
  const fields = toFields(planned)
  return inTransaction(ctx, async (tx) => {
    const row = await lockClass(ctx, tx, classId)
    await requireFree(tx, row, planned)
    const id = await Runs.insert(tx, row.id, fields, toSessions(planned.sessions))
    await queueReminder(ctx, tx, id, fields.decideAt)
    await recordRunEvent(ctx, tx, { action: 'run_added', row, runId: id })
    if (fields.startsAt !== null) await replaceUndated(ctx, tx, { row, runId: id, decision: input.undated })
    return id
  })
}

/**
 * Changes a run. Students who are paying pay the price that they hold. Absent fields stay as they are. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CHANGED_MEANWHILE, CLASS_WITHDRAWN, RUN_CANCELED, BEING_PAID, DOUBLE_BOOKED,
 *   UNDATED_RUN
 */
export async function change(
  ctx: Context,
  id: string,
  input: RunInputChange,
  options: CallOptions = {},
): Promise<number> {
  const { classId } = await Runs.find(ctx.db, id, Classes.limitToOwner(ctx.actor))
  return inTransaction(ctx, (tx) => changeInTransaction(ctx, tx, { id, classId, input, options }))
}

interface Change {
  id: string
  classId: string
  input: RunInputChange
  options: CallOptions
}

/** Locks the class, so that no student begins to pay. */
async function changeInTransaction(
  ctx: Context,
  tx: Transaction,
  { id, classId, input, options }: Change,
): Promise<number> {
  const row = await lockClass(ctx, tx, classId)
  const run = await Runs.find(tx, id)
  if (run.canceledAt !== null) throw new AppError('RUN_CANCELED')
  requireVersion(run, options.ifMatch)
  const schoolZone = ctx.school.current.time_zone
  const previous = await readPlanned(tx, run.id, schoolZone)
  const next = planRun(mergeChange(previous, input), schoolZone, previous)
  const changes = listRunChanges(previous, next, ctx.currency)
  if (changes.length === 0) return 0
  if (changes.some(({ field }) => field === 'Sessions' || field === 'Place')) await requireFree(tx, row, next, id)
  const fields = toFields(next)
  requireSeatsForHolds(run, fields.seats)
  await Runs.update(tx, run, fields, toSessions(next.sessions))
  await TimeChecks.clear(tx, run.id)
  if (fields.decideAt !== run.decideAt) await queueReminder(ctx, tx, run.id, fields.decideAt)
  if (run.startsAt !== null && isMoved(previous, next)) await Enrolments.recordSchoolMove(tx, run.id, run.startsAt)
  await emailScheduleChange(ctx, tx, { row, runId: run.id, previous, next })
  await recordRunEvent(ctx, tx, { action: 'run_edited', row, runId: run.id, changes })
  if (run.startsAt === null && fields.startsAt !== null)
    await replaceUndated(ctx, tx, { row, runId: run.id, decision: input.undated })
  return 1
}

async function lockClass(ctx: Context, tx: Transaction, id: string): Promise<Classes.ClassRow> {
  const row = await Classes.lock(tx, id, { instructorId: Classes.limitToOwner(ctx.actor) })
  if (row.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
  return row
}
