/** Writes the messages of an event in the transaction of its cause, so that none is lost and none tells what was rolled back. */
import { and, arrayContains, isNull } from 'drizzle-orm'
import { createImageReplacer } from '#contract/image-fields.ts'
import type { WebhookData, WebhookMessage } from '#contract/webhook-messages.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Services } from '#server/ports/context.ts'
import { webhookMessages, webhooks } from './webhooks.table.ts'

/** Nine retries with pauses that double from ten seconds, then hourly for the rest of a day. */
export const deliverWebhook: JobKind<{ messageId: string }> = {
  name: 'webhooks.deliver',
  timeoutSeconds: 60,
  retries: 31,
  initialBackoff: 10,
  maxBackoff: 3_600,
  retention: 86_400,
  sendsMessage: true,
}

const selectTargets = prepare<{ types: [keyof WebhookData] }>()((db, value) =>
  db
    .select({ webhookId: webhooks.id })
    .from(webhooks)
    .where(and(isNull(webhooks.disabledAt), arrayContains(webhooks.events, value('types')))),
)

/**
 * Queues an event for every enabled webhook that has chosen it.
 * @param compose returns the event's data; called only if a webhook wants it
 */
export async function emit<Type extends keyof WebhookData>(
  { jobs, publicUrl }: Pick<Services, 'jobs' | 'publicUrl'>,
  tx: Transaction,
  type: Type,
  compose: () => WebhookData[Type] | Promise<WebhookData[Type]>,
): Promise<void> {
  const targets = await selectTargets(tx, { types: [type] })
  if (targets.length === 0) return
  const createdAt = Date.now()
  const message: WebhookMessage<Type> = { type, timestamp: new Date(createdAt).toISOString(), data: await compose() }
  const body = JSON.stringify(message, createImageReplacer(publicUrl))
  const created = await tx
    .insert(webhookMessages)
    .values(targets.map(({ webhookId }) => ({ webhookId, type, body, createdAt })))
    .returning({ messageId: webhookMessages.id })
  await jobs.enqueueAll(tx, deliverWebhook, created)
}
