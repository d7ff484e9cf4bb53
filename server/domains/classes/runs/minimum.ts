/** Decides on runs that are below their minimum: asks the instructor at the decision date and once more, then admins, and records what they confirm. */
import { and, eq } from 'drizzle-orm'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import * as Classes from '../classes.ts'
import { recordRunEvent } from './run-events.ts'
import { composeMinimumEmail, composeUndecidedEmail } from './runs.emails.ts'
import type { RunRow } from './runs.table.ts'
import * as Runs from './runs.ts'
import { lockForSale, updateRun } from './seats.ts'

/** A question after the first one. */
interface Repetition {
  /** The second question is the instructor's, the third one that of admins. */
  round: 2 | 3
  /** Time of the question, and the decision date that it is about, in milliseconds. */
  after: number
  decideAt: number
}

/** Runs at the decision date of a run, and twice after. A job of another decision date than the present one does nothing. */
export const remindJob: JobKind<{ runId: string; again?: Repetition }> = {
  name: 'runs.remind',
  timeoutSeconds: 60,
  retries: 20,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 86_400,
}

/** Queues the reminder of a run that has a decision date. */
export async function queueReminder(
  { jobs }: Pick<SystemContext, 'jobs'>,
  tx: Transaction,
  runId: string,
  decideAt: number | null,
): Promise<void> {
  if (decideAt !== null) await jobs.enqueue(tx, remindJob, { runId }, { startAfter: new Date(decideAt) })
}

const DAY_MS = 24 * 60 * 60_000

/** Does the job: e-mails the instructor or the admins, if the run is below its minimum and not decided on, and queues the next question. */
export async function remind(
  ctx: SystemContext,
  { runId, again }: NonNullable<(typeof remindJob)['payload']>,
  now = Date.now(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { run, class: row, isOnOffer } = await lockForSale(tx, runId)
    const { decideAt, startsAt } = run
    if (!isOnOffer || decideAt === null || startsAt === null || !isDue(run, again, now)) return
    await updateRun(tx, run.id, { remindedAt: now })
    const instructor = must((await tx.select().from(users).where(eq(users.id, row.instructorId)))[0])
    const round = again?.round ?? 1
    if (round === 3) {
      const admins = await tx
        .select()
        .from(users)
        .where(and(eq(users.role, 'admin'), Users.isNotDeleted))
      const toEmail = (admin: Users.UserRow) =>
        composeUndecidedEmail(ctx, Users.toRecipient(admin), { row, run, instructor: instructor.name })
      return ctx.mail.send(tx, ...admins.map(toEmail))
    }
    const after = now + Math.min(DAY_MS, (startsAt - now) / (4 - round))
    const next: Repetition = { round: round === 1 ? 2 : 3, after, decideAt }
    await ctx.jobs.enqueue(tx, remindJob, { runId, again: next }, { startAfter: new Date(after) })
    await ctx.mail.send(tx, composeMinimumEmail(ctx, Users.toRecipient(instructor), row, run))
  })
}

/** Returns whether a run may still be canceled because it has too few students. */
export function isUndecided({ minimum, enroll, confirmedAt }: RunRow): boolean {
  return minimum !== null && enroll < minimum && confirmedAt === null
}

/** Returns whether a question is due that was not sent. A run that has started is too late. */
function isDue(run: RunRow, again: Repetition | undefined, now: number): boolean {
  const { remindedAt, decideAt, startsAt } = run
  if (!isUndecided(run) || decideAt === null || startsAt === null || now >= startsAt) return false
  const since = again?.after ?? decideAt
  if (again && again.decideAt !== decideAt) return false
  return since <= now && (remindedAt === null || remindedAt < since)
}

/**
 * Records that a run takes place although it is below its minimum. Returns 0 on repetition.
 * @throws AppError NOT_FOUND, CLASS_WITHDRAWN, RUN_CANCELED, NO_MINIMUM
 */
export async function confirm(ctx: Context, id: string): Promise<number> {
  const owner = Classes.limitToOwner(ctx.actor)
  const { classId } = await Runs.find(ctx.db, id, owner)
  return inTransaction(ctx, async (tx) => {
    const row = await Classes.lock(tx, classId, { instructorId: owner })
    const run = await Runs.find(tx, id)
    if (row.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
    if (run.canceledAt !== null) throw new AppError('RUN_CANCELED')
    if (run.minimum === null) throw new AppError('NO_MINIMUM')
    if (run.confirmedAt !== null) return 0
    await updateRun(tx, run.id, { confirmedAt: Date.now() })
    await recordRunEvent(ctx, tx, { action: 'run_confirmed', row, runId: id })
    return 1
  })
}
