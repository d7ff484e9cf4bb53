/** Serves the calendars that programs subscribe to: the public one of a class, and the private feed of a user. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseSlugId, toClassPath } from '#contract/slug.ts'
import * as Calendar from '#server/domains/calendar/calendar.ts'
import type { FeedLinks } from '#server/domains/calendar/feed-links.ts'
import { findOnOffer } from '#server/domains/classes/public-pages.ts'
import { type ResponseCache, sendCached } from '#server/http/response-cache.ts'
import { orNotFound } from '#server/platform/app-error.ts'
import type { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts'
import type { Services } from '#server/ports/context.ts'

const ICS = 'text/calendar; charset=utf-8'

/** Programs read a feed every quarter of an hour at most. A user may have several. */
const FEED_LIMIT = { max: 120, minutes: 60 }

interface Options {
  services: Pick<Services, 'db' | 'publicUrl' | 'school'>
  responseCache: ResponseCache
  rateLimiter: RateLimiter
  feedLinks: FeedLinks
}

export async function calendarsRoutes(
  app: FastifyInstance,
  { services, responseCache, rateLimiter, feedLinks }: Options,
): Promise<void> {
  const hidden = { schema: { hide: true } }
  app.get('/classes/:file(^.+\\.ics$)', hidden, sendClass)
  app.get('/calendar/:file', hidden, sendFeed)

  /** Redirects from the id alone and from an earlier name, as the page of the class does. */
  async function sendClass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = readFileName(request)
    const schoolClass = orNotFound(
      await findOnOffer(services.db, orNotFound(parseSlugId(file.slice(0, -'.ics'.length)))),
    )
    const path = `${toClassPath(schoolClass)}.ics`
    if (path !== `/classes/${file}`) return reply.header('cache-control', 'no-store').redirect(path, 301)
    const render = async () => {
      const body = await Calendar.readClass(services, { id: schoolClass._id, name: schoolClass.name })
      return { status: 200, type: ICS, body, headers: NOT_INDEXED }
    }
    return sendCached(request, reply, await responseCache.get(path, render, { classId: schoolClass._id }))
  }

  /** A wrong address is refused before the database is read. */
  async function sendFeed(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const feedId = orNotFound(feedLinks.readId(readFileName(request)))
    await rateLimiter.count('calendar feed', feedId, FEED_LIMIT)
    const body = await Calendar.readFeed(services, feedId)
    return reply
      .type(ICS)
      .headers({ ...NOT_INDEXED, 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' })
      .send(body)
  }
}

const NOT_INDEXED = { 'x-robots-tag': 'noindex' }

function readFileName(request: FastifyRequest): string {
  return (request.params as { file: string }).file
}
