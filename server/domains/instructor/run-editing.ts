/** Adds, changes and cancels runs of the actor's classes; admins may edit all. Students may be paying for a run. */
import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import { checkRun, getDecisionTime, getSpan } from '#contract/run-rules.ts'
import type { ClassRuns, NewRun, Overlap, OverlapQuery, Run, RunChange } from '#contract/runs.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { listRunStudents } from '#server/domains/enrolments/students.ts'
import { listOpen } from '#server/domains/payments/attempts.ts'
import { attempts } from '#server/domains/payments/payments.table.ts'
import { refundRunJob } from '#server/domains/payments/withdrawals.ts'
import { queueReminder } from '#server/domains/runs/minimum.ts'
import { describeOverlap, findOverlaps } from '#server/domains/runs/overlaps.ts'
import * as Runs from '#server/domains/runs/runs.ts'
import type { SessionFields } from '#server/domains/runs/sessions.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import {
  type AtOldPrice,
  changeAfterCheckouts,
  filterOldPrice,
  parsePrice,
  requireSeatsForHolds,
} from './checkout-rules.ts'
import { listRunChanges } from './run-changes.ts'
import { composeRunCanceledEmail, composeRunChangedEmail, describeScheduleChange } from './run-editing.emails.ts'

/** Returns all runs of a class, the canceled ones included. @throws AppError NOT_FOUND */
export async function list(ctx: Context, classId: string): Promise<Run[]> {
  return Runs.list(ctx, await Classes.find(ctx.db, classId, Classes.limitToOwner(ctx.actor)))
}

/** Returns the actor's classes with all of their runs. */
export async function listOwn(ctx: Context): Promise<ClassRuns[]> {
  return Runs.listByInstructor(ctx, ctx.actor.id)
}

/** Returns the sessions that a draft of a run would book twice. @throws AppError NOT_FOUND */
export async function listOverlaps({ db, actor }: Context, classId: string, draft: OverlapQuery): Promise<Overlap[]> {
  const { instructorId } = await Classes.find(db, classId, Classes.limitToOwner(actor))
  return findOverlaps(db, instructorId, draft)
}

/**
 * Adds a run to a class, and returns its id.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CLASS_WITHDRAWN, TOO_MANY_RUNS, DOUBLE_BOOKED
 */
export async function add(ctx: Context, classId: string, input: NewRun): Promise<string> {
  const fields = toFields(ctx, input)
  return inTransaction(ctx, async (tx) => {
    const row = await lockClass(ctx, tx, classId)
    await requireFree(tx, row, input)
    const id = await Runs.insert(tx, row.id, fields, toSessions(input.sessions))
    await queueReminder(ctx, tx, id, fields.decideAt)
    await Activity.record(tx, ctx.actor, { action: 'run_added', subject: row.name, subjectId: row.id })
    return id
  })
}

/**
 * Changes a run, after ending the attempts at its old price. Absent fields stay as they are. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CHANGED_MEANWHILE, CLASS_WITHDRAWN, RUN_CANCELED, BEING_PAID, DOUBLE_BOOKED
 */
export async function change(ctx: Context, id: string, input: RunChange, options: CallOptions = {}): Promise<number> {
  const { classId } = await Runs.find(ctx.db, id, Classes.limitToOwner(ctx.actor))
  return changeAfterCheckouts(ctx, (tx) => tryChange(ctx, tx, { id, classId, input, options }))
}

/**
 * Cancels a run for good, and refunds its students. Students without a payment to refund are e-mailed here. Returns 0 on
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
    await Activity.record(tx, actor, { action: 'run_canceled', subject: row.name, subjectId: row.id })
    await jobs.enqueue(tx, refundRunJob, { runId: run.id, requestedBy: actor.id })
    const schedule = await readInput(ctx, tx, row, run)
    const students = (await listRunStudents(tx, run.id)).filter(({ isRefundable }) => !isRefundable)
    await ctx.mail.send(tx, ...students.map((student) => composeRunCanceledEmail(ctx, student, row, schedule)))
    return 1
  })
}

interface Change {
  id: string
  classId: string
  input: RunChange
  options: CallOptions
}

/** Locks the class, so that no student begins to pay. Returns the attempts to end first, where the price changes under them. */
async function tryChange(
  ctx: Context,
  tx: Transaction,
  { id, classId, input, options: { ifMatch } }: Change,
): Promise<number | AtOldPrice> {
  const row = await lockClass(ctx, tx, classId)
  const run = await Runs.find(tx, id)
  if (run.canceledAt !== null) throw new AppError('RUN_CANCELED')
  Classes.requireVersion(run, ifMatch)
  const previous = await readInput(ctx, tx, row, run)
  const next = { ...previous, ...input }
  requireValid(next)
  const changes = listRunChanges(previous, next, ctx.currency)
  if (changes.length === 0) return 0
  if (changes.some(({ field }) => field === 'Sessions' || field === 'Place')) await requireFree(tx, row, next, run.id)
  const fields = toFields(ctx, next)
  const open = await listOpen(tx, eq(attempts.runId, run.id))
  const atOldPrice = filterOldPrice(open, fields.listPriceMinor ?? row.listPriceMinor, ctx.currency)
  if (fields.listPriceMinor !== run.listPriceMinor && atOldPrice.length) return { atOldPrice }
  requireSeatsForHolds(run, fields.seats, open)
  await Runs.update(tx, run, fields, input.sessions && toSessions(input.sessions))
  if (fields.decideAt !== run.decideAt) await queueReminder(ctx, tx, run.id, fields.decideAt)
  await emailScheduleChange(ctx, tx, { row, runId: run.id, previous, next })
  await Activity.record(tx, ctx.actor, { action: 'run_edited', subject: row.name, subjectId: row.id, changes })
  return 1
}

/** @throws AppError DOUBLE_BOOKED, which names the other session, unless the input allows overlaps */
async function requireFree(tx: Transaction, row: Classes.ClassRow, input: NewRun, runId?: string): Promise<void> {
  if (input.allow_overlap) return
  const [overlap] = await findOverlaps(tx, row.instructorId, { ...input, run_id: runId })
  if (overlap) throw new AppError('DOUBLE_BOOKED', describeOverlap(overlap))
}

interface ScheduleChange {
  row: Classes.ClassRow
  runId: string
  previous: NewRun
  next: NewRun
}

/** E-mails the students of a run where its time or place changes. */
async function emailScheduleChange(
  ctx: Context,
  tx: Transaction,
  { row, runId, previous, next }: ScheduleChange,
): Promise<void> {
  const changes = describeScheduleChange(previous, next)
  if (changes.length === 0) return
  const students = await listRunStudents(tx, runId)
  await ctx.mail.send(tx, ...students.map((student) => composeRunChangedEmail(ctx, student, row, changes)))
}

async function lockClass(ctx: Context, tx: Transaction, id: string): Promise<Classes.ClassRow> {
  const row = await Classes.lock(tx, id, { instructorId: Classes.limitToOwner(ctx.actor) })
  if (row.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
  return row
}

/** Returns a stored run in the shape of a new one. */
async function readInput(
  { currency }: Context,
  tx: Transaction,
  row: Classes.ClassRow,
  { id }: Runs.RunRow,
): Promise<NewRun> {
  const stored = await Runs.readManaged({ db: tx, currency }, row, id)
  return {
    time_zone: stored.time_zone,
    place: stored.place,
    online: stored.online,
    link: stored.link ?? null,
    seats: stored.seats,
    price: stored.own_price ?? null,
    last_moment: stored.last_moment,
    minimum: stored.minimum ?? null,
    decide_at: stored.decide_at ?? null,
    sessions: stored.sessions,
  }
}

/** @throws AppError INVALID_INPUT */
function requireValid(input: NewRun): void {
  const [problem] = checkRun(input)
  if (problem) throw new AppError('INVALID_INPUT', `${problem.path.join('.')}: ${problem.message}`)
}

function toFields(ctx: Context, input: NewRun): Runs.RunFields {
  const { starts_at: startsAt, ends_at: endsAt } = getSpan(input.sessions)
  return {
    seats: input.seats,
    listPriceMinor: input.price === null ? null : parsePrice(ctx, input.price),
    timeZone: startsAt === null ? null : input.time_zone,
    placeName: input.place?.name ?? null,
    placeAddress: input.place?.address ?? null,
    latitude: input.place?.latitude ?? null,
    longitude: input.place?.longitude ?? null,
    isOnline: input.online,
    link: input.link,
    startsAt,
    endsAt,
    lastMoment: input.last_moment,
    minimum: input.minimum,
    decideAt: getDecisionTime(input),
  }
}

function toSessions(sessions: NewRun['sessions']): SessionFields[] {
  return sessions.map(({ _id, starts_at, ends_at, rain_starts_at, rain_ends_at }) => ({
    ...(_id === undefined ? {} : { id: _id }),
    startsAt: starts_at,
    endsAt: ends_at,
    rainStartsAt: rain_starts_at,
    rainEndsAt: rain_ends_at,
  }))
}
