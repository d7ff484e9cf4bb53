/** Admins approve or deny classes and give feedback on them. The instructor gets an e-mail. */
import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { must, requireVersion } from '#server/platform/app-error.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { TemplatedEmail } from '#server/platform/mail/email-template.ts'
import type { Context } from '#server/ports/context.ts'
import { readPublicClass } from './class-response.ts'
import {
  type ClassEmailInput,
  composeApprovedEmail,
  composeDeniedEmail,
  composeFeedbackEmail,
} from './classes.emails.ts'
import { classes } from './classes.table.ts'
import { type ClassRow, lock } from './classes.ts'

const DECISIONS = {
  approve: { action: 'class_approved', compose: composeApprovedEmail },
  deny: { action: 'class_denied', compose: composeDeniedEmail },
} as const

/**
 * Approves or denies a class. Returns 0 where the class is not pending or is withdrawn.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE
 */
export async function decide(
  ctx: Context,
  id: string,
  status: keyof typeof DECISIONS,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  const { action, compose } = DECISIONS[status]
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (row.status !== 'pending' || row.withdrawnAt !== null) return 0
    requireVersion(row, ifMatch)
    await tx.update(classes).set({ status, updatedAt: Date.now() }).where(eq(classes.id, row.id))
    changesCatalogue(tx)
    await Activity.record(tx, ctx.actor, { action, subject: row.name, subjectId: row.id })
    await emailInstructor(ctx, tx, row, compose)
    if (status === 'approve') await emit(ctx, tx, 'class.approved', () => readPublicClass(ctx, tx, row.id))
    return 1
  })
}

/** Replaces the feedback on a class. @throws AppError NOT_FOUND, CHANGED_MEANWHILE */
export async function giveFeedback(
  ctx: Context,
  id: string,
  feedback: string,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id, { ifMatch })
    if (row.feedback === feedback) return 0
    await tx.update(classes).set({ feedback }).where(eq(classes.id, row.id))
    const entry = { action: 'feedback_given', subject: row.name, subjectId: row.id, message: feedback } as const
    await Activity.record(tx, ctx.actor, entry)
    await emailInstructor(ctx, tx, { ...row, feedback }, composeFeedbackEmail)
    return 1
  })
}

/** Sends an e-mail to the instructor of a class, unless the instructor was deleted. */
async function emailInstructor(
  ctx: Context,
  tx: Transaction,
  { instructorId, name, feedback }: ClassRow,
  compose: (ctx: Context, input: ClassEmailInput) => TemplatedEmail,
): Promise<void> {
  const [row] = await tx.select().from(users).where(eq(users.id, instructorId))
  const instructor = must(row)
  if (instructor.deletedAt !== null) return
  const recipient = { email: instructor.email, greeting: Users.greet(instructor) }
  await ctx.mail.send(tx, compose(ctx, { instructor: recipient, className: name, feedback }))
}
