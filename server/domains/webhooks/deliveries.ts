/** Delivers messages to webhooks, and keeps the log of the attempts. */
import { and, count, eq, lt } from 'drizzle-orm'
import { WEBHOOK_FAILURE_DAYS, WEBHOOK_LOG_DAYS } from '#contract/values/limits.ts'
import type { Page } from '#contract/values/pagination.ts'
import type { WebhookDeliveriesQuery, WebhookDelivery } from '#contract/webhooks.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, orderBy, readPage } from '#server/platform/database/lists.ts'
import { type Transaction, transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import type { WebhookResponse, WebhookSender } from '#server/ports/webhook-sender.ts'
import { deliverWebhook } from './emit.ts'
import type { WebhookSecrets } from './signatures.ts'
import { composeDisabledEmail } from './webhooks.emails.ts'
import { type WebhookRow, webhookDeliveries, webhookMessages, webhooks } from './webhooks.table.ts'
import { find } from './webhooks.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface WebhooksComponents {
  secrets: WebhookSecrets
  sender: WebhookSender
}

/**
 * Delivers a message and records the attempt. A message of a disabled or deleted webhook is dropped.
 * @throws Error where the attempt failed, so that the job is retried
 */
export async function deliver(
  ctx: SystemContext,
  { secrets, sender }: WebhooksComponents,
  messageId: string,
): Promise<void> {
  const [row] = await ctx.db
    .select({ webhook: webhooks, body: webhookMessages.body })
    .from(webhookMessages)
    .innerJoin(webhooks, eq(webhooks.id, webhookMessages.webhookId))
    .where(eq(webhookMessages.id, messageId))
  if (!row || row.webhook.disabledAt !== null) return
  const { webhook, body } = row
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Photography-School-Webhooks/1',
    ...secrets.sign(webhook, toMessageId(messageId), body, Date.now()),
  }
  const response = await sender.post(webhook.url, headers, body)
  const isRetried = await transaction(ctx.db, (tx) => recordAttempt(ctx, tx, messageId, response))
  // The receiver's URL may be a secret, so that it does not reach the log.
  if (isRetried) throw new Error(`a webhook was not delivered: ${response.problem}`)
}

/** Returns the value of the `webhook-id` header. */
function toMessageId(id: string): string {
  return `msg_${id}`
}

/** Records an attempt. Returns whether it is to be repeated: it failed, and the webhook is still enabled. */
async function recordAttempt(
  ctx: SystemContext,
  tx: Transaction,
  messageId: string,
  response: WebhookResponse,
): Promise<boolean> {
  const isMessage = eq(webhookMessages.id, messageId)
  const [message] = await tx.select().from(webhookMessages).where(isMessage).for('update')
  if (!message) return false
  const isOfMessage = eq(webhookDeliveries.messageId, messageId)
  const [earlier] = await tx.select({ all: count() }).from(webhookDeliveries).where(isOfMessage)
  const attempt = Number(earlier?.all ?? 0) + 1
  await tx.insert(webhookDeliveries).values({ messageId, attempt, ...response, createdAt: Date.now() })
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, message.webhookId)).for('update')
  return webhook ? recordHealth(ctx, tx, webhook, response.problem !== null) : false
}

/** Notes since when a webhook fails. Disables it after some days and tells the school. Returns whether it failed and is enabled. */
async function recordHealth(
  ctx: SystemContext,
  tx: Transaction,
  webhook: WebhookRow,
  hasFailed: boolean,
): Promise<boolean> {
  const { id, disabledAt } = webhook
  const now = Date.now()
  const failingSince = hasFailed ? (webhook.failingSince ?? now) : null
  const isGivenUp = failingSince !== null && now - failingSince >= WEBHOOK_FAILURE_DAYS * DAY_MS
  if (failingSince === webhook.failingSince && !isGivenUp) return hasFailed && disabledAt === null
  await tx
    .update(webhooks)
    .set({ failingSince, disabledAt: disabledAt ?? (isGivenUp ? now : null) })
    .where(eq(webhooks.id, id))
  if (isGivenUp && disabledAt === null) await ctx.mail.send(tx, composeDisabledEmail(ctx, webhook.url))
  return hasFailed && disabledAt === null && !isGivenUp
}

/** Returns the attempts to deliver messages to a webhook, newest first. `q` searches event and problem. @throws AppError NOT_FOUND */
export async function list(db: Database, id: string, query: WebhookDeliveriesQuery): Promise<Page<WebhookDelivery>> {
  const { id: webhookId } = await find(db, id)
  const matchesQuery = matchesText(query.q, [webhookMessages.type, webhookDeliveries.problem])
  const isOfWebhook = and(eq(webhookMessages.webhookId, webhookId), matchesQuery)
  const isMessage = eq(webhookMessages.id, webhookDeliveries.messageId)
  const rows = db
    .select()
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, isMessage)
    .where(isOfWebhook)
    .orderBy(...orderBy(query, { created_at: webhookDeliveries.createdAt }, webhookDeliveries.id))
  const all = db.select({ all: count() }).from(webhookDeliveries).innerJoin(webhookMessages, isMessage)
  return readPage(query, rows.$dynamic(), toDelivery, () => readCount(db, all.where(isOfWebhook)))
}

/** Queues the message of a delivery again. Its id stays, so that a receiver recognizes it. Returns 1. @throws AppError NOT_FOUND, WEBHOOK_DISABLED */
export async function sendAgain({ db, jobs }: Context, deliveryId: string): Promise<number> {
  const [row] = await db
    .select({ messageId: webhookMessages.id, disabledAt: webhooks.disabledAt })
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
    .innerJoin(webhooks, eq(webhooks.id, webhookMessages.webhookId))
    .where(eq(webhookDeliveries.id, parseId(deliveryId)))
  const { messageId, disabledAt } = orNotFound(row)
  if (disabledAt !== null) throw new AppError('WEBHOOK_DISABLED')
  await jobs.enqueue(db, deliverWebhook, { messageId })
  return 1
}

/** Deletes messages with their deliveries after the period of the log. */
export async function removeOldDeliveries(db: Database): Promise<void> {
  await db.delete(webhookMessages).where(lt(webhookMessages.createdAt, Date.now() - WEBHOOK_LOG_DAYS * DAY_MS))
}

interface Row {
  webhook_deliveries: typeof webhookDeliveries.$inferSelect
  webhook_messages: typeof webhookMessages.$inferSelect
}

function toDelivery({ webhook_deliveries: row, webhook_messages: { id, type } }: Row): WebhookDelivery {
  const { attempt, status, problem, duration, createdAt } = row
  return { _id: row.id, message_id: toMessageId(id), type, attempt, status, problem, duration, created_at: createdAt }
}
