/** Serves the files that search engines, feed readers and phones request: sitemap, robots.txt, feed and web manifest. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { School } from '#contract/school.ts'
import { listNewest, listPublicPages, type PublicPage } from '#server/domains/classes/public-pages.ts'
import { IMMUTABLE } from '#server/domains/images/images.routes.ts'
import * as Archive from '#server/domains/mailings/archive.ts'
import * as Pages from '#server/domains/pages/shown-pages.ts'
import { type ResponseCache, sendCached } from '#server/http/response-cache.ts'
import { AppError, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/ports/context.ts'
import { ACCENT_PATH, buildAccentSheet } from './accent.ts'
import { buildFeed, FEED_COUNT } from './feed.ts'
import { buildSitemap, buildSitemapPart, countParts } from './sitemap.ts'

/** The public pages without an author that search engines may list. */
const FIXED_PATHS = ['/', '/classes', '/instructors']

/** Pages of signed-in users, of links in e-mails, and paths for programs. */
const DISALLOWED = [
  '/dashboard',
  '/api',
  '/setup',
  '/invitation',
  '/reset-password',
  '/verify-email',
  '/change-email',
  '/restore-email',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/calendar/',
]

const XML = 'application/xml; charset=utf-8'

interface Options extends Pick<Services, 'db' | 'publicUrl' | 'school'> {
  responseCache: ResponseCache
}

export async function siteFilesRoutes(
  app: FastifyInstance,
  { db, publicUrl, school, responseCache }: Options,
): Promise<void> {
  const serve = (path: string, type: string, write: () => Promise<string>) =>
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const render = async () => ({ status: 200, type, body: await write() })
      return sendCached(request, reply, await responseCache.get(path, render, 'none'))
    })
  serve('/sitemap.xml', XML, async () => buildSitemap(await listAllPages(db), publicUrl))
  serve('/feed.xml', 'application/atom+xml; charset=utf-8', async () =>
    buildFeed({ name: school.current.name, publicUrl }, await listNewest(db, FEED_COUNT)),
  )
  serve('/robots.txt', 'text/plain; charset=utf-8', async () =>
    (await school.isOpen(db)) ? buildRobots(publicUrl) : CLOSED_ROBOTS,
  )
  serve('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', async () => buildManifest(school.current))
  app.get(ACCENT_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { color } = request.params as { color: string }
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', IMMUTABLE)
      .send(buildAccentSheet(`#${color}`))
  })
  app.get('/sitemap-:number(^\\d{1,4}).xml', { schema: { hide: true } }, sendSitemapPart)

  async function sendSitemapPart(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const number = Number((request.params as { number: string }).number)
    if (number < 1 || number > (await readPartCount())) throw new AppError('NOT_FOUND')
    const render = async () => {
      const body = orNotFound(buildSitemapPart(await listAllPages(db), publicUrl, number))
      return { status: 200, type: XML, body }
    }
    return sendCached(request, reply, await responseCache.get(`/sitemap-${number}.xml`, render, 'none'))
  }

  /** Remembers the number until the pages change, so that other numbers do not read them. No URL has a space. */
  async function readPartCount(): Promise<number> {
    const render = async () => ({ status: 200, type: 'text/plain', body: `${countParts(await listAllPages(db))}` })
    return Number((await responseCache.get('sitemap parts', render, 'none')).encodings.identity)
  }
}

async function listAllPages(db: Database): Promise<PublicPage[]> {
  const ownPages = (await Pages.listPaths(db)).map((page) => ({ ...page, image: null }))
  const newsletters = (await Archive.listPaths(db)).map((page) => ({ ...page, image: null }))
  const fixed = FIXED_PATHS.map((path) => ({ path, image: null }))
  return [...fixed, ...ownPages, ...newsletters, ...(await listPublicPages(db))]
}

function buildRobots(publicUrl: string): string {
  const lines = [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  return `${lines.join('\n')}\n`
}

/** Nothing may be listed before the school is set up. */
const CLOSED_ROBOTS = 'User-agent: *\nDisallow: /\n'

/** Returns the web manifest. Source: https://www.w3.org/TR/appmanifest/ */
function buildManifest({ name, favicon }: School): string {
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf7',
    theme_color: '#1b1916',
    icons: favicon ? [{ src: favicon, sizes: 'any' }] : [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  })
}

function icon(size: number, purpose: string) {
  return { src: `/icons/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
}
