import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { NewsletterToken } from '#contract/newsletter.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Serve } from '#server/ports/serve.ts'
import type { NewsletterLinks } from './links.ts'
import * as Newsletter from './newsletter.ts'

export function newsletterRoutes(serve: Serve, links: NewsletterLinks): void {
  serve(api.subscribeToNewsletter, async (ctx, { body }) => {
    await Newsletter.subscribe(ctx, links, body.email)
    return { accepted: true } as const
  })
  serve(api.countSubscribers, async ({ db }) => ({ subscribers: await Newsletter.countSubscribers(db) }))
  serve(api.confirmNewsletter, async ({ db }, { body }) => {
    await Newsletter.confirm(db, links, body.token)
    return { confirmed: true } as const
  })
  serve(api.unsubscribeFromNewsletter, async ({ db }, { body }) => {
    await Newsletter.unsubscribe(db, links, body.token)
    return { unsubscribed: true } as const
  })
}

/**
 * The same for HTML forms, which mail programs (RFC 8058 allows them two content types) and pages without JavaScript send. The
 * token is in the URL, so the body is not read.
 */
export async function newsletterForms(
  app: FastifyInstance,
  { db, links }: { db: Database; links: NewsletterLinks },
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  const hidden = { schema: { hide: true } }
  app.post('/api/newsletter/one-click', hidden, async (request) => {
    await Newsletter.unsubscribe(db, links, readToken(request))
    return { unsubscribed: true }
  })
  app.get('/api/newsletter/one-click', hidden, async (request, reply) => {
    return reply.redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(readToken(request))}`)
  })
  app.post('/api/newsletter/forms/confirm', hidden, async (request, reply) => {
    const state = await toState(Newsletter.confirm(db, links, readToken(request)))
    return reply.redirect(`/newsletter/confirm?state=${state}`, 303)
  })
  app.post('/api/newsletter/forms/unsubscribe', hidden, async (request, reply) => {
    const state = await toState(Newsletter.unsubscribe(db, links, readToken(request)))
    return reply.redirect(`/newsletter/unsubscribe?state=${state}`, 303)
  })
}

function readToken({ query }: FastifyRequest): string {
  const parsed = NewsletterToken.safeParse(query)
  if (!parsed.success) throw new AppError('INVALID_INPUT', 'token: is missing')
  return parsed.data.token
}

/** Returns the state of the page that shows the outcome. */
async function toState(work: Promise<void>): Promise<'done' | 'failed'> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return 'failed'
    throw error
  }
}
