/**
 * Lets scripts of other origins make the calls of the contract with a bearer token, never with cookies.
 * Source: https://fetch.spec.whatwg.org/#http-cors-protocol
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RETRY_AFTER_HEADER, TOTAL_HEADER } from '#contract/call.ts'

const RESPONSE_HEADERS = { 'access-control-expose-headers': [TOTAL_HEADER, RETRY_AFTER_HEADER, 'etag'].join(', ') }

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, if-match',
  'access-control-max-age': '600',
}

/** Registers the headers and the preflight responses for these origins. Without origins, browsers refuse such calls. */
export function allowOrigins(app: FastifyInstance, origins: string[]): void {
  if (origins.length === 0) return
  app.addHook('onSend', async (request, reply) => {
    const origin = findOrigin(request, origins)
    // Added last, so that no cached response contains the origin of its first reader.
    if (origin)
      reply.headers({
        'access-control-allow-origin': origin,
        vary: addOrigin(reply.getHeader('vary')),
        ...RESPONSE_HEADERS,
      })
  })
  app.options('/api/*', { schema: { hide: true } }, async (request, reply) => {
    if (!findOrigin(request, origins)) return reply.callNotFound()
    return reply.code(204).headers(PREFLIGHT_HEADERS).send()
  })
}

/** Returns the request's origin if it is allowed and the route is one of the contract. Sign-in uses cookies, so it is never allowed. */
function findOrigin({ headers, routeOptions, url }: FastifyRequest, origins: string[]): string | undefined {
  const path = routeOptions.url === '/api/*' ? url : (routeOptions.url ?? '')
  const isCall = path.startsWith('/api/') && !path.startsWith('/api/auth/')
  return isCall ? origins.find((origin) => origin === headers.origin) : undefined
}

function addOrigin(vary: unknown): string {
  return vary ? `${vary}, Origin` : 'Origin'
}
