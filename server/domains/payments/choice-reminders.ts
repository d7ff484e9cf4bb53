/** Reminds buyers once, a day before their time to choose after a cancellation by the school ends. */
import { and, gt, inArray, isNotNull, isNull, lte, not, notInArray, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/values/day.ts'
import { lockForSale } from '#server/domains/classes/runs/seats.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { type ChoiceRow, hasDispute, isOwn, readSeats, sumBack } from './choice-seats.ts'
import { composeChoiceReminder, describeChoice } from './choices.emails.ts'
import { cancellationChoices } from './choices.table.ts'
import { listDates } from './choices.ts'

/** With less time to choose, the e-mail about the cancellation is reminder enough. */
const LEAST_MS = 2 * DAY_MS

/** Sends the reminders that are due. Every instance may call it. While a bank decides on a dispute about one of the seats, the choice waits. */
export async function remind(ctx: SystemContext, now = Date.now()): Promise<void> {
  const { runId, userId, choice, until, createdAt, remindedAt } = cancellationChoices
  const deleted = ctx.db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  const isOpen = and(isNull(choice), isNull(remindedAt), notInArray(userId, deleted))
  const isDue = and(gt(until, now), lte(until, now + DAY_MS), sql`${until} - ${createdAt} >= ${LEAST_MS}`)
  const due = await ctx.db
    .selectDistinct({ runId, userId })
    .from(cancellationChoices)
    .where(and(isOpen, isDue, not(hasDispute)))
  const failures: unknown[] = []
  for (const one of due) await remindOne(ctx, one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} buyers could not be reminded.`)
}

async function remindOne(ctx: SystemContext, { runId, userId }: Pick<ChoiceRow, 'runId' | 'userId'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const chosen = await lockForSale(tx, runId)
    const seats = await readSeats(tx, isOwn(userId, runId))
    const [{ row, payment }] = seats
    // The buyer has chosen, or another instance has reminded them.
    if (row.choice !== null || row.remindedAt !== null) return
    const ids = seats.map((seat) => seat.row.id)
    await tx.update(cancellationChoices).set({ remindedAt: Date.now() }).where(inArray(cancellationChoices.id, ids))
    const parts = sumBack(seats.map(({ paid }) => paid))
    const hasDates = (await listDates(tx, chosen.run, seats)).length > 0
    // The buyer has paid nothing, and there is nothing to choose.
    if (!hasDates && parts.cardMinor + parts.givenMinor === 0) return
    const offered = { chosen, currency: payment.currency, until: row.until, hasDates, ...parts }
    const recipient = Users.toRecipient(await Users.read(tx, userId))
    await ctx.mail.send(tx, composeChoiceReminder(chosen, recipient, describeChoice(ctx, offered)))
  })
}
