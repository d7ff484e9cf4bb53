import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Emails from './emails.ts'
import * as Queries from './queries.ts'

/** @param emails all e-mails that the application sends */
export function emailsRoutes(serve: Serve, emails: Queries.EmailGroup[]): void {
  serve(api.listEmails, ({ db }) => Queries.list(db, emails))
  serve(api.getEmail, ({ db }, { params }) => Queries.get(db, emails, params.id))
  serve(api.changeEmail, async (ctx, { params, body }, options) => ({
    modifiedCount: await Emails.change(ctx, emails, params.id, body, options),
  }))
  serve(api.resetEmail, async (ctx, { params }, options) => ({
    modifiedCount: await Emails.reset(ctx, emails, params.id, options),
  }))
  serve(api.previewEmail, async (ctx, { params, body }) => Queries.preview(ctx, emails, params.id, body))
  serve(api.testEmailWords, async (ctx, { params, body }) => ({
    email: await Emails.test(ctx, emails, params.id, body),
  }))
}
