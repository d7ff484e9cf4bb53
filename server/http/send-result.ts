/** Sends the results of endpoints: as JSON or a file, from the cache or not. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOTAL_HEADER } from '#contract/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/values/pagination.ts'
import type { FairQueue } from '#server/platform/fair-queue.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import { type ResponseCache, sendCached } from './response-cache.ts'

export interface SendComponents {
  /** Returns the JSON of a response. */
  serializeJson: (body: unknown) => string
  responseCache: ResponseCache
  /** Queries of public lists wait here for their turn, since they are not cached. */
  queryQueue: FairQueue
}

const FILE_TYPES = { csv: 'text/csv; charset=utf-8', ics: 'text/calendar; charset=utf-8' }

/** Sends the result of a handler, which is never stored. */
export function sendUncached(endpoint: Endpoint, reply: FastifyReply, result: unknown): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (endpoint.file) {
    const name = endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1)
    reply.type(FILE_TYPES[endpoint.file]).header('content-disposition', `attachment; filename="${name}"`)
    return reply.serializer((text) => text).send(result)
  }
  const { body, headers } = toBody(endpoint, result)
  return reply.headers(headers).send(body)
}

/** Caches the response to a call without a query, and the first page alone: other queries would fill the cache. */
export async function sendThroughCache(
  endpoint: Endpoint,
  handle: () => Promise<unknown>,
  components: SendComponents,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const suffix = endpoint.query ? readCachedQuery(request.query) : ''
  if (suffix === null) {
    const result = await components.queryQueue.run(toNetwork(request.ip), handle)
    return sendUncached(endpoint, reply, result)
  }
  const render = async () => {
    const { body, headers } = toBody(endpoint, await handle())
    const type = 'application/json; charset=utf-8'
    return { status: 200, type, headers, body: components.serializeJson(body) }
  }
  return sendCached(request, reply, await components.responseCache.get(`/api${endpoint.path}${suffix}`, render))
}

/** Returns the query of a cached response as its URL has it, or null for any other query. */
function readCachedQuery(query: unknown): string | null {
  const sent = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (sent.length === 0) return ''
  return sent.length === 1 && sent[0]?.[0] === 'page' && sent[0][1] === 1 ? '?page=1' : null
}

/** Splits the page that a `paged` endpoint returns into the rows and the header with the number of all rows. */
function toBody(endpoint: Endpoint, result: unknown): { body: unknown; headers: Record<string, string> } {
  if (!endpoint.paged) return { body: result, headers: {} }
  const { rows, total } = result as Page<unknown>
  return { body: rows, headers: { [TOTAL_HEADER]: `${total}` } }
}
