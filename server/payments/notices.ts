/** The provider's notices: each a hint to ask it for the truth, so that neither their order nor their number matters. */
import { eq } from 'drizzle-orm'
import { formatMoney } from '#contract/money.ts'
import type { SystemContext } from '#server/context.ts'
import type { CardIntent, CardNotice } from './cards.ts'
import { report } from './incidents.ts'
import { moveRefund } from './moves.ts'
import { notices, payments, refunds } from './payments.table.ts'
import { refund } from './refunds.ts'
import { settleIfPaid } from './settle.ts'

type Payment = typeof payments.$inferSelect

/** Those after which there is something to ask for. Source: https://docs.stripe.com/api/events/types */
const ABOUT_THE_PAYMENT = 'payment_intent.succeeded'
const ABOUT_MONEY_BACK = /^(charge\.(refunded|refund\.updated|dispute\.\w+)|refund\.\w+)$/

/** Takes a notice, each once. One that is not about an intent of ours, or not about money, is left alone. */
export async function takeNotice(ctx: SystemContext, { id, type, intentId }: CardNotice): Promise<void> {
  if (!intentId || !(type === ABOUT_THE_PAYMENT || ABOUT_MONEY_BACK.test(type))) return
  const [known] = await ctx.db.select().from(notices).where(eq(notices.id, id))
  if (known) return
  if (type === ABOUT_THE_PAYMENT) await settleIfPaid(ctx, intentId)
  else await lookAtMoneyBack(ctx, intentId)
  await ctx.db.insert(notices).values({ id, createdAt: Date.now() }).onConflictDoNothing()
}

/** What went back at the provider without us, could not go back, or is disputed. */
async function lookAtMoneyBack(ctx: SystemContext, intentId: string): Promise<void> {
  await settleIfPaid(ctx, intentId)
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.transactionId, intentId))
  const intent = payment && (await ctx.cards.getIntent(intentId))
  if (!intent) return
  if (intent.disputed) await report(ctx, payment, DISPUTED)
  if (payment.status === 'refunded') return followRefund(ctx, payment)
  if (intent.refundedMinor >= payment.amountMinor) return void (await refund(ctx, payment.id, 'at_provider'))
  if (intent.refundedMinor > 0) await report(ctx, payment, partlyRefunded(intent))
}

/** Whether our own refund came through, by the provider's list of this payment's. */
async function followRefund(ctx: SystemContext, payment: Payment): Promise<void> {
  const [ours] = await ctx.db.select().from(refunds).where(eq(refunds.paymentId, payment.id))
  if (!ours || ours.status === 'queued') return
  const problem = await ctx.cards.refundProblem(payment.transactionId)
  if (problem === null) return
  if (await moveRefund(ctx.db, ours.id, 'fail', problem)) await report(ctx, payment, failed(problem))
}

const DISPUTED = 'The cardholder disputes this payment with their bank. Answer it in the card provider’s dashboard.'

const failed = (problem: string) =>
  `The money could not go back to the card (${problem}). Try again, or pay it back in another way.`

function partlyRefunded({ refundedMinor, amountMinor, currency }: CardIntent): string {
  const [back, all] = [formatMoney(refundedMinor, currency), formatMoney(amountMinor, currency)]
  return `${back} of ${all} went back at the card provider. The enrolment stands; refund the rest to end it.`
}
