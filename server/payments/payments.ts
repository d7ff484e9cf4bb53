/** The verbs on payments and enrolments. */
import { and, desc, eq } from 'drizzle-orm'
import { toMajor } from '#contract/money.ts'
import type { EnrolledClass, Payment } from '#contract/payments.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { Context, SystemContext } from '#server/context.ts'
import { orNotFound, Refusal } from '#server/refusal.ts'
import { users } from '#server/users/users.table.ts'
import type { CardNotice } from './cards.ts'
import { attempts, enrolments, notices, payments } from './payments.table.ts'
import { confirm, settle } from './settle.ts'

/** Settles the actor's own attempt that a transaction belongs to; another's is not found, and nothing happens to it. */
export async function record(ctx: Context, transactionId: string): Promise<string> {
  const mine = and(eq(attempts.intentId, transactionId), eq(attempts.userId, ctx.actor.id))
  const [attempt] = await ctx.db.select({ id: attempts.id }).from(attempts).where(mine)
  orNotFound(attempt)
  return settle(ctx, transactionId)
}

/** Takes a notice of the provider, each once. One that is not about an intent of ours is left alone. */
export async function takeNotice(ctx: SystemContext, notice: CardNotice): Promise<void> {
  const [known] = await ctx.db.select().from(notices).where(eq(notices.id, notice.id))
  if (known) return
  if (notice.intentId && notice.type === 'payment_intent.succeeded') await settleIfOurs(ctx, notice.intentId)
  await ctx.db.insert(notices).values({ id: notice.id, createdAt: Date.now() }).onConflictDoNothing()
}

async function settleIfOurs(ctx: SystemContext, intentId: string): Promise<void> {
  try {
    await confirm(ctx, await settle(ctx, intentId))
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'NOT_PAID')) return
    throw error
  }
}

/** The actor's payments, newest first. */
export async function list({ db, actor }: Context): Promise<Payment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.userId, actor.id))
    .orderBy(desc(payments.createdAt), payments.id)
  return rows.map(toPayment)
}

/** The classes that the actor is enrolled in, newest enrolment first. */
export async function enrolledClasses({ db, actor }: Context): Promise<EnrolledClass[]> {
  return db
    .select({
      _id: enrolments.id,
      classId: classes.id,
      className: classes.name,
      classImage: classes.image,
      instructorImage: users.image,
      instructorEmail: users.email,
      instructorName: users.name,
      seats: classes.seats,
      enroll: classes.enroll,
    })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(enrolments.userId, actor.id))
    .orderBy(desc(enrolments.createdAt), enrolments.id)
}

function toPayment(row: typeof payments.$inferSelect): Payment {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    transactionId: row.transactionId,
    price: toMajor(row.amountMinor, row.currency),
    cartId: row.cartId,
    classId: row.classId,
    classImage: row.classImage,
    className: row.className,
    status: row.status,
    created_at: row.createdAt,
  }
}
