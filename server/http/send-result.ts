/** Sends the results of endpoints: as JSON or a file, from the cache or not. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOTAL_HEADER } from '#contract/call.ts'
import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/values/pagination.ts'
import { isId, parseId } from '#server/platform/app-error.ts'
import type { SeatsShown } from '#server/platform/database/catalogue.ts'
import type { FairQueue } from '#server/platform/fair-queue.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import { ServedFile } from '#server/ports/serve.ts'
import { type ResponseCache, sendCached } from './response-cache.ts'

export interface SendComponents {
  /** Returns the JSON of a response. */
  serializeJson: (body: unknown) => string
  responseCache: ResponseCache
  /** Public calls whose responses are not in the cache wait here for their turn. */
  queryQueue: FairQueue
}

const FILE_TYPES = { csv: 'text/csv; charset=utf-8', ics: 'text/calendar; charset=utf-8' }

/** Sends the result of a handler, which is never stored. */
export function sendUncached(endpoint: Endpoint, reply: FastifyReply, result: unknown): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (result instanceof ServedFile) return reply.headers(result.headers).send(result.bytes)
  if (endpoint.file === 'csv' || endpoint.file === 'ics') {
    const name = endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1)
    reply.type(FILE_TYPES[endpoint.file]).header('content-disposition', `attachment; filename="${name}"`)
    // Fastify reads a stream to its end for a response without a body.
    if (reply.request.method === 'HEAD' && result instanceof Readable) result.destroy()
    return reply.serializer((text) => text).send(result)
  }
  const { body, headers } = toBody(endpoint, result)
  return reply.headers(headers).send(body)
}

/**
 * Caches the response to a call without a query, and the first page alone: other queries would fill the cache. What is not in the cache
 * waits for its turn, except calls without parameters: they are few, pages cannot render without them, and each is rendered once.
 */
export async function sendThroughCache(
  endpoint: Endpoint,
  handle: () => Promise<unknown>,
  components: SendComponents,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { responseCache, serializeJson } = components
  const key = findKey(endpoint, request)
  if (key === null) return sendUncached(endpoint, reply, await runInTurn(handle, components, request))
  const render = async () => {
    const { body, headers } = toBody(endpoint, await handle())
    return { status: 200, type: 'application/json; charset=utf-8', headers, body: serializeJson(body) }
  }
  const get = () => responseCache.get(key, render, findSeatsShown(endpoint, request))
  const isUnlimited = !endpoint.params || responseCache.fresh(key) !== undefined
  return sendCached(request, reply, await (isUnlimited ? get() : runInTurn(get, components, request)))
}

/** Runs public work that is not cached at the turn of the caller's network. */
export function runInTurn<T>(
  work: () => Promise<T>,
  { queryQueue }: SendComponents,
  request: FastifyRequest,
): Promise<T> {
  return queryQueue.run(toNetwork(request.ip), work)
}

/** Returns the URL under which a response is cached, with ids in lower case, or null for other queries and other spellings of slugs. */
function findKey({ path, query }: Endpoint, request: FastifyRequest): string | null {
  const suffix = query ? readCachedQuery(request.query) : ''
  const sent = Object.entries(request.params as Record<string, string>)
  const params = Object.fromEntries(sent.map(([name, value]) => [name, isId(value) ? value.toLowerCase() : value]))
  if (suffix === null || !Object.values(params).every((value) => PLAIN.test(value))) return null
  return `/api${buildPath({ path }, { params })}${suffix}`
}

/** An id or slug as links have it. */
const PLAIN = /^[a-z0-9-]+$/

function findSeatsShown({ seats }: Endpoint, request: FastifyRequest): SeatsShown {
  return seats === 'class' ? { classId: parseId((request.params as { id: string }).id) } : (seats ?? 'all')
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
