/** A class that does not take place: sales stop at once, everyone is refunded and told, and it can be seen how far that is. */
import { and, count, eq, isNull, ne } from 'drizzle-orm'
import type { Withdrawal } from '#contract/payments.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { Actor, Context, SystemContext } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { JobKind } from '#server/jobs/kind.ts'
import { idFrom, orNotFound, Refusal } from '#server/refusal.ts'
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

/** Withdraws a class of the actor's, or for an admin anybody's. Repeating it answers 0. @throws Refusal NOT_ALLOWED, NOT_FOUND */
export async function withdraw(ctx: Context, id: string): Promise<number> {
  refuseStudents(ctx.actor)
  const classId = idFrom(id)
  const done = await transaction(ctx.db, async (tx) => {
    const [found] = await tx.select().from(classes).where(eq(classes.id, classId)).for('update')
    refuseOthers(orNotFound(found).instructorId, ctx.actor)
    const standing = and(eq(classes.id, classId), isNull(classes.withdrawnAt))
    const [withdrawn] = await tx.update(classes).set({ withdrawnAt: Date.now() }).where(standing).returning()
    if (withdrawn) await ctx.jobs.put(tx, refundEveryone, { classId, wishedBy: ctx.actor.id })
    return withdrawn !== undefined
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
  refuseStudents(actor)
  const classId = idFrom(id)
  const [found] = await db.select().from(classes).where(eq(classes.id, classId))
  const { withdrawnAt, instructorId } = orNotFound(found)
  refuseOthers(instructorId, actor)
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

function refuseStudents({ role }: Actor): void {
  if (role === 'student') throw new Refusal('NOT_ALLOWED')
}

/** To others the class does not exist. */
function refuseOthers(instructorId: string, actor: Actor): void {
  orNotFound(actor.role === 'admin' || actor.id === instructorId ? instructorId : null)
}
