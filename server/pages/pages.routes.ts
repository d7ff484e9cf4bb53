/** Serves the pages, from the cache if they are public, and the browser's files. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PublicSettings } from '#contract/home.ts'
import { currencySign } from '#contract/values/money.ts'
import { type ResponseCache, sendCached } from '#server/http/response-cache.ts'
import { isLoopback } from '#server/platform/loopback.ts'
import { DEMO_ADMIN, DEMO_PASSWORD } from '#server/settings/demo.ts'
import type { Settings } from '#server/settings/settings.ts'
import { createInProcessCall } from './in-process-call.ts'
import type { Pages } from './pages.ts'
import { renderPage } from './render.ts'

/** Paths for programs: a missing one is an error body, not a page. */
const PROGRAM_PATHS = /^\/(api|webhooks|card-sandbox|pictures|assets)(\/|\?|$)/

export interface PagesComponents {
  settings: Settings & { publicUrl: string }
  signInProviders: PublicSettings['signInProviders']
  pages: Pages
  responseCache: ResponseCache
}

export async function pagesRoutes(
  app: FastifyInstance,
  { components }: { components: PagesComponents },
): Promise<void> {
  const { settings, pages, responseCache } = components
  const context = {
    call: createInProcessCall(app, components.settings.publicUrl),
    school: toPublicSettings(components),
  }
  const policy = { ...settings, development: pages.development }
  const render = (path: string) => renderPage(pages, settings.publicUrl + path, context, policy)

  await pages.mount(app)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (PROGRAM_PATHS.test(request.url)) return reply.callNotFound()
    if (isOtherLoopbackName(request, settings.publicUrl)) return reply.redirect(settings.publicUrl + request.url)
    const { url } = request
    if (isCacheable(url) && !pages.development)
      return sendCached(request, reply, await responseCache.get(url, () => render(url)))
    const { status, type, headers = {}, body } = await render(url)
    return reply
      .code(status)
      .type(type)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  })
}

/**
 * Whether a page is the same for every visitor and may be cached. Only the spelling that links use: other spellings and queries
 * would fill the cache with copies.
 */
function isCacheable(url: string): boolean {
  return PLAIN_PATH.test(url) && !url.startsWith('/dashboard')
}

const PLAIN_PATH = /^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/

/** Whether the request names this machine differently, such as `localhost` for `127.0.0.1`, where the session is not valid. */
function isOtherLoopbackName(request: FastifyRequest, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  return isLoopback(own.hostname) && isLoopback(request.hostname) && request.host !== own.host
}

/** Returns the settings that every page shows. */
function toPublicSettings({ settings, signInProviders }: PagesComponents): PublicSettings {
  const { school, currency, cancelDays, publicUrl, cards, demo } = settings
  return {
    ...school,
    currency,
    currencySign: currencySign(currency),
    cancelDays,
    publicUrl,
    cards: cards.provider === 'sandbox' ? cards : { provider: 'stripe', publishableKey: cards.publishableKey },
    signInProviders,
    demoAdmin: demo ? { email: DEMO_ADMIN, password: DEMO_PASSWORD } : null,
  }
}
