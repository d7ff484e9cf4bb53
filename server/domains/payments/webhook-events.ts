/** Handles webhook events. Each only prompts a question to the provider, so that their order and number do not matter. */
import { and, eq, lt, max } from 'drizzle-orm'
import * as Sales from '#server/domains/vouchers/sales.ts'
import { followSale } from '#server/domains/vouchers/voucher-refunds.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WebhookEvent } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { checkDispute } from './disputes.ts'
import { report } from './incidents.ts'
import { payments, webhookEvents } from './payments.table.ts'
import { followProvider } from './refund-sending.ts'
import { confirmIfPaid } from './settle.ts'

/** The events that matter here. Source: https://docs.stripe.com/api/events/types */
const PAYMENT_EVENT = 'payment_intent.succeeded'
const REFUND_EVENT = /^(charge\.(refunded|refund\.updated|dispute\.\w+)|refund\.\w+)$/

/** Stripe retries an event for three days, and sends it again on demand for 30. Source: https://docs.stripe.com/webhooks */
const EVENT_MS = 30 * 24 * 60 * 60_000

/** Handles an event once. Ignores events about other things, or about intents of other systems. */
export async function handleWebhookEvent(ctx: SystemContext, { id, type, intentId }: WebhookEvent): Promise<void> {
  if (!intentId || !(type === PAYMENT_EVENT || REFUND_EVENT.test(type))) return
  const [handled] = await ctx.db.select().from(webhookEvents).where(eq(webhookEvents.id, id))
  if (handled) return
  await confirmIfPaid(ctx, intentId)
  if (type !== PAYMENT_EVENT) await checkRefund(ctx, intentId)
  await ctx.db.insert(webhookEvents).values({ id, createdAt: Date.now() }).onConflictDoNothing()
}

/** Deletes the ids of events that the provider repeats no more. The newest one stays, for the status and the checklist. */
export async function removeOldEvents(db: Database): Promise<void> {
  const newest = db.select({ createdAt: max(webhookEvents.createdAt) }).from(webhookEvents)
  const isOld = and(lt(webhookEvents.createdAt, Date.now() - EVENT_MS), lt(webhookEvents.createdAt, newest))
  await db.delete(webhookEvents).where(isOld)
}

/** Reacts to money that the provider refunded without us, could not refund, or that the cardholder disputes. */
async function checkRefund(ctx: SystemContext, intentId: string): Promise<void> {
  const rows = await ctx.db.select().from(payments).where(eq(payments.transactionId, intentId))
  if (rows.length === 0) return checkSale(ctx, intentId)
  const intent = await ctx.cards.getIntent(intentId)
  if (!intent) return
  // The charge that is disputed is that of the whole order.
  for (const payment of rows) await checkDispute(ctx, payment, intent)
  await followProvider(ctx, intentId)
}

/** The same for the sale of a voucher. */
async function checkSale(ctx: SystemContext, intentId: string): Promise<void> {
  const voucher = await Sales.findByIntent(ctx.db, intentId)
  const problem = voucher ? await followSale(ctx, voucher) : null
  if (problem !== null) await report(ctx, { id: null, transactionId: intentId }, problem)
}
