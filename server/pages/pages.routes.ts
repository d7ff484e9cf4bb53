/** Whole HTML for every address that is not somebody else's, the public pages kept, and the browser's files. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SchoolFacts } from '#contract/home.ts'
import { currencySign } from '#contract/money.ts'
import { DEMO_ADMIN, DEMO_PASSWORD } from '#server/demo-accounts.ts'
import { sendAnswer } from '#server/http/kept.ts'
import { isLoopback } from '#server/loopback.ts'
import type { Parts } from '#server/parts.ts'
import { callInside } from './call-inside.ts'
import { renderPage } from './render.ts'

/** Addresses of programs: what they do not have is an error for a program, not a page. */
const NO_PAGES = /^\/(api|webhooks|card-sandbox|pictures|assets)(\/|\?|$)/

export async function pagesRoutes(app: FastifyInstance, { parts }: { parts: Parts }): Promise<void> {
  const { settings, pages, kept } = parts
  const context = { call: callInside(app), school: factsOf(parts) }
  const policy = { ...settings, development: pages.development }
  const render = (path: string) => renderPage(pages, settings.publicUrl + path, context, policy)

  await pages.mount(app)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (NO_PAGES.test(request.url)) return reply.callNotFound()
    if (isUnderAnotherName(request, settings.publicUrl)) return reply.redirect(settings.publicUrl + request.url)
    const { url } = request
    if (isPublic(url) && !pages.development) return sendAnswer(request, reply, await kept.get(url, () => render(url)))
    const { status, type, headers = {}, body } = await render(url)
    return reply
      .code(status)
      .type(type)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  })
}

/**
 * Kept are the pages that are the same for every visitor, under the one spelling that links use: a query, capitals or doubled
 * slashes would let anybody fill the memory with copies.
 */
function isPublic(url: string): boolean {
  return PLAIN_PATH.test(url) && !url.startsWith('/dashboard')
}

const PLAIN_PATH = /^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/

/** `localhost` for `127.0.0.1`, say: the session of one origin does not hold in another. */
function isUnderAnotherName(request: FastifyRequest, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  return isLoopback(own.hostname) && isLoopback(request.hostname) && request.host !== own.host
}

/** What every page knows of the school. */
function factsOf({ settings, thirdParties }: Parts): SchoolFacts {
  const { school, currency, cancelDays, publicUrl, cards, demo } = settings
  return {
    ...school,
    currency,
    currencySign: currencySign(currency),
    cancelDays,
    publicUrl,
    cards: cards.provider === 'sandbox' ? cards : { provider: 'stripe', publishableKey: cards.publishableKey },
    thirdParties,
    demoAdmin: demo ? { email: DEMO_ADMIN, password: DEMO_PASSWORD } : null,
  }
}
