import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { NewsletterToken } from '#contract/newsletter.ts'
import type { Serve } from '#server/http/serve.ts'
import { Refusal } from '#server/refusal.ts'
import * as Newsletter from './newsletter.ts'

export function newsletterRoutes(serve: Serve): void {
  serve(api.subscribeToNewsletter, async (ctx, { body }) => {
    await Newsletter.subscribe(ctx, body.email)
    return { accepted: true } as const
  })
  serve(api.confirmNewsletter, async (ctx, { body }) => {
    await Newsletter.confirm(ctx, body.token)
    return { confirmed: true } as const
  })
  serve(api.unsubscribeFromNewsletter, async (ctx, { body }) => {
    await Newsletter.unsubscribe(ctx, body.token)
    return { unsubscribed: true } as const
  })
}

/**
 * The same for whoever sends a form: mail programs (RFC 8058 lets them choose between two kinds of form) and pages without
 * JavaScript. The token is in the address, so whatever the form holds is left unread.
 */
export async function newsletterForms(app: FastifyInstance, { ctx }: { ctx: Newsletter.Ctx }): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  const hidden = { schema: { hide: true } }
  app.post('/api/newsletter/one-click', hidden, async (request) => {
    await Newsletter.unsubscribe(ctx, tokenOf(request))
    return { unsubscribed: true }
  })
  app.get('/api/newsletter/one-click', hidden, async (request, reply) => {
    return reply.redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(tokenOf(request))}`)
  })
  app.post('/api/newsletter/forms/confirm', hidden, async (request, reply) => {
    const state = await stateAfter(Newsletter.confirm(ctx, tokenOf(request)))
    return reply.redirect(`/newsletter/confirm?state=${state}`, 303)
  })
  app.post('/api/newsletter/forms/unsubscribe', hidden, async (request, reply) => {
    const state = await stateAfter(Newsletter.unsubscribe(ctx, tokenOf(request)))
    return reply.redirect(`/newsletter/unsubscribe?state=${state}`, 303)
  })
}

function tokenOf({ query }: FastifyRequest): string {
  const said = NewsletterToken.safeParse(query)
  if (!said.success) throw new Refusal('INVALID_INPUT', 'token: is missing')
  return said.data.token
}

/** Which state of the page tells how it went. */
async function stateAfter(done: Promise<void>): Promise<'done' | 'failed'> {
  try {
    await done
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return 'failed'
    throw error
  }
}
