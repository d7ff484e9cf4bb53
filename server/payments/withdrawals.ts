/** A class that does not take place: sales stop at once, everyone is refunded and told, and it can be seen how far that is. */
import { and, count, eq, ne } from 'drizzle-orm'
import type { Withdrawal } from '#contract/payments.ts'
import * as Activity from '#server/activity/activity.ts'
import { findClass, lockClass, ownerUnlessAdmin } from '#server/classes/class-row.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { Context, SystemContext } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { JobKind } from '#server/jobs/kind.ts'
import { orNotFound } from '#server/refusal.ts'
import { attempts, payments, refunds } from './payments.table.ts'
import { refund } from './refunds.ts'
import { close } from './settle.ts'

export const refundEveryone: JobKind<{ classId: string; wishedBy: string }> = {
  name: 'payments.withdraw',
  secondsPerTry: 600,
  retries: 50,
  firstPause: 5,
  longestPause: 3_600,
  keptFor: 86_400,
}

/** Withdraws a class of the actor's, or for an admin anybody's. Repeating it answers 0. @throws Refusal NOT_FOUND */
export async function withdraw(ctx: Context, id: string): Promise<number> {
  const { actor } = ctx
  const done = await transaction(ctx.db, async (tx) => {
    const { id: classId, name, withdrawnAt } = await lockClass(tx, id, { instructorId: ownerUnlessAdmin(actor) })
    if (withdrawnAt !== null) return false
    await tx.update(classes).set({ withdrawnAt: Date.now() }).where(eq(classes.id, classId))
    await Activity.record(tx, actor, { deed: 'class_withdrawn', subject: name, subjectId: classId })
    await ctx.jobs.put(tx, refundEveryone, { classId, wishedBy: actor.id })
    return true
  })
  if (done) ctx.catalogue.changed()
  return done ? 1 : 0
}

/** The job: attempts first, so that nobody pays while others are refunded. */
export async function refundAll(ctx: SystemContext, classId: string, wishedBy: string): Promise<void> {
  const open = and(eq(attempts.classId, classId), eq(attempts.status, 'open'))
  for (const attempt of await ctx.db.select().from(attempts).where(open)) await close(ctx, attempt)
  const kept = and(eq(payments.classId, classId), ne(payments.status, 'refunded'))
  for (const { id } of await ctx.db.select({ id: payments.id }).from(payments).where(kept)) {
    await refund(ctx, id, 'withdrawn', wishedBy)
  }
}

/** How far it is. @throws Refusal NOT_FOUND for a class that is not the actor's to see, or not withdrawn */
export async function progress({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<Withdrawal> {
  const { id: classId, withdrawnAt } = await findClass(db, id, ownerUnlessAdmin(actor))
  const [open] = await db
    .select({ all: count() })
    .from(attempts)
    .where(and(eq(attempts.classId, classId), eq(attempts.status, 'open')))
  const [kept] = await db
    .select({ all: count() })
    .from(payments)
    .where(and(eq(payments.classId, classId), ne(payments.status, 'refunded')))
  const sent = await db
    .select({ status: refunds.status, all: count() })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.classId, classId))
    .groupBy(refunds.status)
  const of = (status: string) => Number(sent.find((row) => row.status === status)?.all ?? 0)
  return {
    withdrawn_at: orNotFound(withdrawnAt),
    open_attempts: Number(open?.all ?? 0),
    to_refund: Number(kept?.all ?? 0),
    queued: of('queued'),
    done: of('done'),
    failed: of('failed'),
  }
}
