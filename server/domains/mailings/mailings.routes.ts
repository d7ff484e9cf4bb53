import { api } from '#contract/api.ts'
import { renderEmailPage } from '#server/platform/markdown.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Archive from './archive.ts'
import * as Mailings from './mailings.ts'
import * as Queries from './queries.ts'
import * as Recipients from './recipients.ts'
import * as Sending from './sending.ts'
import * as Stopping from './stopping.ts'

export function mailingsRoutes(serve: Serve): void {
  serve(api.listArchive, ({ db }) => Archive.list(db))
  serve(api.getShownMailing, ({ db }, { params }) => Archive.read(db, params.slug))

  serve(api.listMailings, ({ db }, { query }) => Queries.list(db, query))
  serve(api.listMailingClasses, ({ db }) => Recipients.listClasses(db))
  serve(api.previewMailing, async (_ctx, { body }) => ({ html: renderEmailPage(body.text) }))
  serve(api.addMailing, async (ctx, { body }) => ({ insertedId: await Mailings.add(ctx, body) }))
  serve(api.getMailing, ({ db }, { params }) => Queries.get(db, params.id))
  serve(api.changeMailing, async (ctx, { params, body }, options) => ({
    modifiedCount: await Mailings.change(ctx, params.id, body, options),
  }))
  serve(api.deleteMailing, async (ctx, { params }) => ({ deletedCount: await Mailings.remove(ctx, params.id) }))

  serve(api.countMailingRecipients, async ({ db }, { params }) => ({
    count: await Recipients.count(db, await Mailings.find(db, params.id)),
  }))
  serve(api.testMailing, async (ctx, { params }) => ({ email: await Sending.test(ctx, params.id) }))
  serve(api.sendMailing, async (ctx, { params }, options) => ({
    queuedCount: await Sending.send(ctx, params.id, options),
  }))
  serve(api.stopMailing, async (ctx, { params }) => ({ modifiedCount: await Stopping.stop(ctx, params.id) }))
  serve(api.continueMailing, async (ctx, { params }) => ({
    modifiedCount: await Stopping.continueSending(ctx, params.id),
  }))
  serve(api.retryMailing, async (ctx, { params }) => ({ modifiedCount: await Stopping.retry(ctx, params.id) }))
}
