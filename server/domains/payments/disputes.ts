/** Follows disputes: while a bank decides on one, the provider refunds nothing, so that we refuse to. */
import { eq } from 'drizzle-orm'
import { classes } from '#server/domains/classes/classes.table.ts'
import type { CardIntent } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { report } from './incidents.ts'
import { type PaymentRow, payments } from './payments.table.ts'
import { refund } from './refunds.ts'

const DISPUTED = 'The cardholder disputes this payment with their bank. Respond in the card provider’s dashboard.'

/** Records whether a payment is disputed now, and reports a dispute to admins. At its end, the payment of a withdrawn class is refunded. */
export async function checkDispute(ctx: SystemContext, payment: PaymentRow, intent: CardIntent): Promise<void> {
  if (intent.disputed) await report(ctx, payment, DISPUTED)
  const isDisputed = intent.disputed && (await ctx.cards.hasOpenDispute(intent.id))
  if (isDisputed === payment.isDisputed) return
  await ctx.db.update(payments).set({ isDisputed }).where(eq(payments.id, payment.id))
  if (!isDisputed && (await isWithdrawn(ctx, payment))) await refund(ctx, payment.id, 'withdrawn')
}

async function isWithdrawn({ db }: Pick<SystemContext, 'db'>, { classId }: PaymentRow): Promise<boolean> {
  const [row] = await db.select({ withdrawnAt: classes.withdrawnAt }).from(classes).where(eq(classes.id, classId))
  return row?.withdrawnAt != null
}
