import { api } from '#contract/api.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Deliveries from './deliveries.ts'
import * as Webhooks from './webhooks.ts'

export function webhooksRoutes(serve: Serve, { secrets, sender }: Deliveries.WebhooksComponents): void {
  serve(api.listWebhooks, ({ db }) => Webhooks.list(db))
  serve(api.createWebhook, async (ctx, { body }) => {
    const created = await Webhooks.create(ctx, sender, body)
    return { ...Webhooks.toWebhook(created), secret: secrets.read(created) }
  })
  serve(api.changeWebhook, async (ctx, { params, body }) => ({
    modifiedCount: await Webhooks.change(ctx, sender, params.id, body),
  }))
  serve(api.rotateWebhookSecret, async (ctx, { params }) => ({
    secret: secrets.read(await Webhooks.rotateSecret(ctx, params.id)),
  }))
  serve(api.deleteWebhook, async (ctx, { params }) => ({ deletedCount: await Webhooks.remove(ctx, params.id) }))
  serve(api.listWebhookDeliveries, ({ db }, { params, query }) => Deliveries.list(db, params.id, toFirstPage(query)))
  serve(api.sendWebhookAgain, async (ctx, { params }) => ({
    modifiedCount: await Deliveries.sendAgain(ctx, params.id),
  }))
}
