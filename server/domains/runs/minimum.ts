/** Decides on runs that are below their minimum: reminds the instructor at the decision date, and records what they confirm. */
import { eq } from 'drizzle-orm'
import * as Classes from '#server/domains/classes/classes.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { recordRunEvent } from './run-events.ts'
import { composeMinimumEmail } from './runs.emails.ts'
import type { RunRow } from './runs.table.ts'
import * as Runs from './runs.ts'
import { lockForSale, updateRun } from './seats.ts'

/** Runs at the decision date of a run. A job of an earlier date than the present one does nothing. */
export const remindJob: JobKind<{ runId: string }> = {
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

/** Does the job: e-mails the instructor once, if the run is below its minimum and not decided on. */
export async function remind(ctx: SystemContext, runId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { run, class: row, isOnOffer } = await lockForSale(tx, runId)
    if (!isOnOffer || !isDue(run, Date.now())) return
    const [instructor] = await tx.select().from(users).where(eq(users.id, row.instructorId))
    const { email, ...user } = must(instructor)
    await updateRun(tx, run.id, { remindedAt: Date.now() })
    await ctx.mail.send(tx, composeMinimumEmail(ctx, { email, greeting: Users.greet({ email, ...user }) }, row, run))
  })
}

/** Returns whether an instructor has to be reminded of a run that is below its minimum. A run that has started is too late. */
function isDue({ minimum, enroll, confirmedAt, remindedAt, decideAt, startsAt }: RunRow, now: number): boolean {
  if (minimum === null || decideAt === null || startsAt === null) return false
  const isUndecided = enroll < minimum && confirmedAt === null && remindedAt === null
  return isUndecided && decideAt <= now && now < startsAt
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
