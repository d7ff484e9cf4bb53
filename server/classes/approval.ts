/** What admins do with a class: they approve or deny it, and say what they think of it. Its instructor is told. */
import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import * as Activity from '#server/activity/activity.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Letter } from '#server/mail/letter.ts'
import { orNotFound } from '#server/refusal.ts'
import { users } from '#server/users/users.table.ts'
import { type ClassRow, lockClass, refuseChanged } from './class-row.ts'
import { classes } from './classes.table.ts'
import { approvedLetter, deniedLetter, feedbackLetter } from './letters.ts'

const DECISIONS = {
  approve: { deed: 'class_approved', letter: approvedLetter },
  deny: { deed: 'class_denied', letter: deniedLetter },
} as const

/**
 * Approves or denies a class that waits for it. Answers 0 where it does not: somebody was quicker, or it is not on its way any more.
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE
 */
export async function decide(
  ctx: Context,
  id: string,
  status: keyof typeof DECISIONS,
  options: CallOptions = {},
): Promise<number> {
  const { deed, letter } = DECISIONS[status]
  const decided = await transaction(ctx.db, async (tx) => {
    const row = await lockClass(tx, id)
    if (row.status !== 'pending' || row.withdrawnAt !== null) return false
    refuseChanged(row, options.ifMatch)
    await tx.update(classes).set({ status }).where(eq(classes.id, row.id))
    await Activity.record(tx, ctx.actor, { deed, subject: row.name, subjectId: row.id })
    await tell(ctx, tx, row, (about) => letter(ctx, about))
    return true
  })
  if (decided) ctx.catalogue.changed()
  return decided ? 1 : 0
}

/** Overwrites the feedback on a class. @throws Refusal NOT_FOUND, CHANGED_MEANWHILE */
export async function giveFeedback(
  ctx: Context,
  id: string,
  feedback: string,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const row = await lockClass(tx, id, { ifMatch })
    if (row.feedback === feedback) return 0
    await tx.update(classes).set({ feedback }).where(eq(classes.id, row.id))
    const said = { subject: row.name, subjectId: row.id, words: feedback }
    await Activity.record(tx, ctx.actor, { deed: 'feedback_given', ...said })
    await tell(ctx, tx, row, (about) => feedbackLetter(ctx, about, feedback))
    return 1
  })
}

type LetterAbout = (about: { instructor: { name: string; email: string }; className: string }) => Letter

/** Whoever has left the school is not written to. */
async function tell(ctx: Context, tx: Database, { instructorId, name }: ClassRow, letter: LetterAbout): Promise<void> {
  const [found] = await tx.select().from(users).where(eq(users.id, instructorId))
  const instructor = orNotFound(found)
  if (instructor.deletedAt === null) await ctx.mail.send(tx, letter({ instructor, className: name }))
}
