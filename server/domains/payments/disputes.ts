/** Follows disputes: while a bank decides on one, the provider refunds nothing, so that we refuse to. */
import { eq } from 'drizzle-orm'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/runs/runs.table.ts'
import { must } from '#server/platform/app-error.ts'
import type { CardIntent } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { report } from './incidents.ts'
import { type PaymentRow, payments } from './payments.table.ts'
import { refund } from './refunds.ts'

const DISPUTED = 'The cardholder disputes this payment with their bank. Respond in the card provider’s dashboard.'

/** Records whether a payment is disputed now, and reports a dispute to admins. At its end, the payment is refunded if its class is withdrawn or its run canceled. */
export async function checkDispute(ctx: SystemContext, payment: PaymentRow, intent: CardIntent): Promise<void> {
  if (intent.disputed) await report(ctx, payment, DISPUTED)
  const isDisputed = intent.disputed && (await ctx.cards.hasOpenDispute(intent.id))
  if (isDisputed === payment.isDisputed) return
  await ctx.db.update(payments).set({ isDisputed }).where(eq(payments.id, payment.id))
  const reason = isDisputed ? null : await findRefundReason(ctx, payment)
  if (reason) await refund(ctx, payment.id, reason)
}

async function findRefundReason({ db }: Pick<SystemContext, 'db'>, { runId }: PaymentRow) {
  const [row] = await db
    .select({ withdrawnAt: classes.withdrawnAt, canceledAt: runs.canceledAt })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(eq(runs.id, runId))
  const { withdrawnAt, canceledAt } = must(row)
  if (withdrawnAt !== null) return 'withdrawn'
  return canceledAt === null ? null : 'run_canceled'
}
