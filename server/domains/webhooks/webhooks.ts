/** The verbs on webhooks, for admins. Every change is in the activity log, by the host only, since a URL may contain a secret. */
import { count, desc, eq, sql } from 'drizzle-orm'
import type { Action } from '#contract/activity.ts'
import { MAX_WEBHOOKS } from '#contract/values/limits.ts'
import type { NewWebhook, Webhook, WebhookChange } from '#contract/webhooks.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import type { WebhookSender } from '#server/ports/webhook-sender.ts'
import { type WebhookRow, webhooks } from './webhooks.table.ts'

/** Returns the webhooks, newest first. */
export async function list(db: Database): Promise<Webhook[]> {
  return (await db.select().from(webhooks).orderBy(desc(webhooks.createdAt), webhooks.id)).map(toWebhook)
}

/** Returns a webhook. @throws AppError NOT_FOUND */
export async function find(db: Database, id: string): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.id, parseId(id)))
  return orNotFound(row)
}

/** Adds a webhook. @throws AppError INVALID_INPUT for a URL that is not public https, LIMIT_REACHED */
export async function create(ctx: Context, sender: WebhookSender, { url, events }: NewWebhook): Promise<WebhookRow> {
  await requirePublic(sender, url)
  return inTransaction(ctx, async (tx) => {
    await requireRoom(tx)
    const [created] = await tx.insert(webhooks).values({ url, events, createdAt: Date.now() }).returning()
    await recordAction(tx, ctx.actor, 'webhook_added', must(created))
    return must(created)
  })
}

/** Changes a webhook. Enabling it forgets its failures. Returns 1. @throws AppError NOT_FOUND, INVALID_INPUT */
export async function change(ctx: Context, sender: WebhookSender, id: string, input: WebhookChange): Promise<number> {
  const { id: webhookId } = await find(ctx.db, id)
  const { enabled, ...values } = input
  if (values.url !== undefined) await requirePublic(sender, values.url)
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, webhookId)
    const disabledAt = enabled ? null : (row.disabledAt ?? (enabled === false ? Date.now() : null))
    const failingSince = enabled || values.url !== undefined ? null : row.failingSince
    const changed = { ...row, ...values, disabledAt, failingSince }
    await tx.update(webhooks).set(changed).where(eq(webhooks.id, row.id))
    await recordAction(tx, ctx.actor, 'webhook_changed', changed)
    return 1
  })
}

/** Replaces the secret of a webhook. Returns the webhook with the new one's round. @throws AppError NOT_FOUND */
export async function rotateSecret(ctx: Context, id: string): Promise<WebhookRow> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, parseId(id))
    const rotated = { ...row, secretRound: row.secretRound + 1, rotatedAt: Date.now() }
    await tx.update(webhooks).set(rotated).where(eq(webhooks.id, row.id))
    await recordAction(tx, ctx.actor, 'webhook_secret_rotated', row)
    return rotated
  })
}

/** Deletes a webhook with its messages and deliveries. Returns 1. @throws AppError NOT_FOUND */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx
      .delete(webhooks)
      .where(eq(webhooks.id, parseId(id)))
      .returning()
    await recordAction(tx, ctx.actor, 'webhook_deleted', orNotFound(row))
    return 1
  })
}

async function lock(tx: Transaction, id: string): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
  return orNotFound(row)
}

async function requirePublic(sender: WebhookSender, url: string): Promise<void> {
  const problem = await sender.findProblem(url)
  if (problem) throw new AppError('INVALID_INPUT', `url: ${problem}`)
}

/** Locks the table against a second insert, so that two calls cannot exceed the limit together. Reading goes on. */
async function requireRoom(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${webhooks} in share row exclusive mode`)
  const [row] = await tx.select({ all: count() }).from(webhooks)
  if (Number(row?.all) < MAX_WEBHOOKS) return
  throw new AppError('LIMIT_REACHED', `There are ${MAX_WEBHOOKS} webhooks, our limit. Delete one first.`)
}

async function recordAction(tx: Transaction, actor: Actor, action: Action, { id, url, events }: WebhookRow) {
  const subject = new URL(url).host
  await Activity.record(tx, actor, { action, subject, subjectId: id, message: events.join(', ') })
}

/** Returns a webhook as the contract has it, without its secret. */
export function toWebhook({ id, url, events, createdAt, failingSince, disabledAt }: WebhookRow): Webhook {
  return { _id: id, url, events, created_at: createdAt, failing_since: failingSince, disabled_at: disabledAt }
}
