/** Writes the messages of an event in the transaction of its cause, so that none is lost and none tells what was rolled back. */
import { and, arrayOverlaps, isNull } from 'drizzle-orm'
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

const selectTargets = prepare<{ types: (keyof WebhookData)[] }>()((db, value) =>
  db
    .select({ webhookId: webhooks.id, events: webhooks.events })
    .from(webhooks)
    .where(and(isNull(webhooks.disabledAt), arrayOverlaps(webhooks.events, value('types')))),
)

/**
 * Queues an event for every enabled webhook that has chosen it.
 * @param compose returns the event's data; called only if a webhook wants it
 */
export async function emit<Type extends keyof WebhookData>(
  ctx: Pick<Services, 'jobs' | 'publicUrl'>,
  tx: Transaction,
  type: Type,
  compose: Compose<Type>,
): Promise<void> {
  await emitAll(ctx, tx, [{ type, compose }])
}

type Compose<Type extends keyof WebhookData> = () => WebhookData[Type] | Promise<WebhookData[Type]>

/** An event with the function that returns its data. */
export type NewEvent = { [Type in keyof WebhookData]: { type: Type; compose: Compose<Type> } }[keyof WebhookData]

/** Queues several events in their order, as `emit` does one. */
export async function emitAll(
  { jobs, publicUrl }: Pick<Services, 'jobs' | 'publicUrl'>,
  tx: Transaction,
  newEvents: { type: keyof WebhookData; compose: Compose<keyof WebhookData> }[],
): Promise<void> {
  const targets = await selectTargets(tx, { types: newEvents.map(({ type }) => type) })
  const createdAt = Date.now()
  for (const { type, compose } of newEvents) {
    const wanting = targets.filter(({ events }) => events.includes(type))
    if (wanting.length === 0) continue
    const message: WebhookMessage = { type, timestamp: new Date(createdAt).toISOString(), data: await compose() }
    const body = JSON.stringify(message, createImageReplacer(publicUrl))
    const created = await tx
      .insert(webhookMessages)
      .values(wanting.map(({ webhookId }) => ({ webhookId, type, body, createdAt })))
      .returning({ messageId: webhookMessages.id })
    await jobs.enqueueAll(tx, deliverWebhook, created)
  }
}
