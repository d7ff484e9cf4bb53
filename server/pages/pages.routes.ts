/** Serves the pages, from the cache if they are public, and the browser's files. */
import { setImmediate as yieldToRequests } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Call, createCall, TOTAL_HEADER } from '#contract/call.ts'
import { createImageReviver } from '#contract/image-fields.ts'
import type { PageLinks } from '#contract/school.ts'
import { COMPARE_KEY, MAX_COMPARED, SEARCH_KEYS } from '#contract/search-keys.ts'
import { parseSlugId } from '#contract/slug.ts'
import * as Archive from '#server/domains/mailings/archive.ts'
import * as ShownPages from '#server/domains/pages/shown-pages.ts'
import { type ResponseCache, sendCached } from '#server/http/response-cache.ts'
import { AppError, createErrorBody, OverloadError } from '#server/platform/app-error.ts'
import type { SeatsShown } from '#server/platform/database/catalogue.ts'
import type { Database } from '#server/platform/database/database.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { escapeHtml } from '#server/platform/html.ts'
import { isLoopback } from '#server/platform/loopback.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import { createOpening, sendOpeningSoon } from './opening.ts'
import type { Pages } from './pages.ts'
import { type ShownComponents, toPublicSettings } from './public-settings.ts'
import { renderPage } from './render.ts'

/** Paths for programs: a missing one is an error body, not a page. */
const PROGRAM_PATHS = /^\/(api|webhooks|card-sandbox|pictures|assets)(\/|\?|$)/

export interface PagesComponents extends ShownComponents {
  pages: Pages
  responseCache: ResponseCache
  /** Pages of searches and of the dashboard: visitors choose their number, and push no other page out. */
  smallCache: ResponseCache
}

/** Rendering blocks the processor for some 20 ms. A classroom behind one address may open as many pages at once. */
const RENDERS = { concurrency: 2, maxPerClient: 60, maxWaiting: 240, createError: () => new OverloadError() }

export async function pagesRoutes(
  app: FastifyInstance,
  { components }: { components: PagesComponents },
): Promise<void> {
  const { settings, pages, responseCache, services } = components
  const opening = createOpening(services)
  const policy = { ...settings, development: pages.development }
  const queue = new FairQueue(RENDERS)
  const render = (url: string, ip: string) => {
    // Everybody waits for one render of a public page, so that it has a turn of its own. Unknown pages are never cached.
    const caller = responseCache.has(url) ? 'public pages' : toNetwork(ip)
    return queue.run(caller, async () => {
      // Other requests come first, because rendering blocks the processor.
      await yieldToRequests()
      const links = await readLinks(components, url)
      const school = toPublicSettings(links ?? NO_LINKS, components)
      let isUnavailable = false
      const call = createInProcessCall(app, settings.publicUrl, () => {
        isUnavailable = true
      })
      const page = await renderPage(pages, settings.publicUrl + url, { call, school }, policy)
      // React Router sends a page about a failed call with 500.
      const status = isUnavailable && page.status === 500 ? 503 : page.status
      return { ...page, status, isPartial: links === null }
    })
  }

  await pages.mount(app)
  app.get('/*', { schema: { hide: true }, errorHandler: sendOverload }, async (request, reply) => {
    if (!request.url.startsWith('/')) throw new AppError('INVALID_INPUT', 'The request target is not valid.')
    if (PROGRAM_PATHS.test(request.url)) return reply.callNotFound()
    if (isOtherLoopbackName(request, settings.publicUrl)) return reply.redirect(settings.publicUrl + request.url)
    if (!(await opening.shows(request.url)))
      return sendOpeningSoon(reply, services.school.current.name, await pages.readStylesheet())
    const url = toPageUrl(request.url)
    const cache = pages.development ? null : chooseCache(url, components)
    if (!cache) {
      const { status, type, headers = {}, body } = await render(url, request.ip)
      return reply
        .code(status)
        .type(type)
        .headers({ ...headers, ...NOT_INDEXED, ...NOT_STORED })
        .send(body)
    }
    const cached = await cache.get(url, () => render(url, request.ip), toSeatsShown(url))
    return sendCached(request, reply, cached, {
      ...(isPublic(url) && url === request.url ? {} : NOT_INDEXED),
      ...(isDashboard(url) ? NOT_STORED : {}),
    })
  })
}

/** Returns the cache of a page that is the same for every visitor, or null. */
function chooseCache(url: string, { responseCache, smallCache }: PagesComponents): ResponseCache | null {
  if (isPublic(url)) return responseCache
  return isDashboard(url) || isSearch(url) ? smallCache : null
}

/** Returns the links to the pages of the school. Where the database does not respond, null: the dashboard appears without them. */
async function readLinks({ services }: PagesComponents, url: string): Promise<PageLinks | null> {
  return listLinks(services.db).catch((error: unknown) => {
    if (isPublic(url)) throw error
    services.log.warn(error, 'the links to the pages could not be read')
    return null
  })
}

const NO_LINKS: PageLinks = { menu: [], footer: [] }

async function listLinks(db: Database): Promise<PageLinks> {
  const links = await ShownPages.listLinks(db)
  return { ...links, footer: [...links.footer, GIFT_VOUCHER, ...(await Archive.listLinks(db))] }
}

/** Here, and not in the footer of the browser's code, where it would be a part of the scripts of every page. */
const GIFT_VOUCHER: PageLinks['footer'][number] = ['/gift-voucher', 'Gift voucher']

/** Search engines list a page under the URL that links use, and no page of a user or of a query. */
const NOT_INDEXED = { 'x-robots-tag': 'noindex' }

/** The browser keeps no page of the dashboard for its Back button: by then, another person may have signed in. */
const NOT_STORED = { 'cache-control': 'no-store' }

/** Sends a page in words where a page cannot be rendered soon. Passes other errors on to the app's handler. */
function sendOverload(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof OverloadError)) throw error
  const { statusCode, message } = createErrorBody(error.code)
  const html = `<!doctype html><html lang="en"><title>Try again</title><p role="alert">${escapeHtml(message)}</p></html>`
  reply
    .code(statusCode)
    .headers({ 'retry-after': error.retryAfter, ...NOT_STORED })
    .type('text/html; charset=utf-8')
    .send(html)
}

/**
 * True for a page of the school. Only the spelling that links use: other spellings, and queries that pages read, would fill the cache
 * with copies.
 */
const isPublic = (url: string) => PLAIN_PATH.test(url) && !url.startsWith('/dashboard')

/** True for a page of the dashboard. The server renders it without its user. */
const isDashboard = (url: string) => PLAIN_PATH.test(url) && url.startsWith('/dashboard')

/** True for a page of search results or of compared classes. */
const isSearch = (url: string) => /^\/(classes|compare)\?/.test(url)

const PLAIN_PATH = /^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/

/** True if the request names this machine differently, such as `localhost` for `127.0.0.1`, where the session is not valid. */
function isOtherLoopbackName(request: FastifyRequest, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  return isLoopback(own.hostname) && isLoopback(request.hostname) && request.host !== own.host
}

/**
 * Returns a `Call` of the app's own API without a network, with which pages load their data while they render.
 * @param onUnavailable is called for each response of 503
 */
function createInProcessCall(app: FastifyInstance, publicUrl: string, onUnavailable: () => void): Call {
  const reviveImages = createImageReviver(publicUrl)
  return createCall(async ({ method, path, headers, body }) => {
    const payload = body === undefined ? {} : { payload: body as object }
    const response = await app.inject({ method, url: `/api${path}`, headers, ...payload })
    if (response.statusCode === 503) onUnavailable()
    const total = response.headers[TOTAL_HEADER] as string | undefined
    return { status: response.statusCode, body: JSON.parse(response.body, reviveImages), total }
  })
}

/** The parameters that public pages read. A page that reads another must be listed here. */
const QUERY_KEYS = new Map<string, readonly string[]>([
  ['/classes', SEARCH_KEYS],
  ['/compare', [COMPARE_KEY]],
  ['/reset-password', ['token']],
  ['/setup', ['token']],
  ['/invitation', ['token']],
  ['/verify-email', ['token', 'state']],
  ['/change-email', ['token']],
  ['/restore-email', ['token']],
  ['/newsletter/confirm', ['token', 'state']],
  ['/newsletter/unsubscribe', ['token', 'state']],
])

/** Returns the URL without the parameters that its page ignores. The browser reads those of the dashboard after the first render. */
function toPageUrl(url: string): string {
  const [path = '', query] = splitOnce(url, '?')
  if (query === undefined) return path
  const sent = new URLSearchParams(query)
  const pairs = (QUERY_KEYS.get(path) ?? []).flatMap((key) => {
    const values = sent.getAll(key).slice(0, key === COMPARE_KEY ? MAX_COMPARED : 1)
    // A form without JavaScript sends its empty fields.
    return values.flatMap((value) => (value ? [[key, value]] : []))
  })
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path
}

/** Returns the seats that a page shows: those of its class, of many, or none. */
function toSeatsShown(url: string): SeatsShown {
  if (isDashboard(url)) return 'none'
  const classId = url.startsWith('/classes/') ? parseSlugId(url) : null
  return classId ? { classId } : 'all'
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
