/** Hands requests below a prefix to a handler of the fetch kind, and brings back what it answers in the school's manners. */
import { STATUS_CODES } from 'node:http'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from '#server/http/errors.ts'

export interface FetchHandlerOptions {
  /** What is handed over, as `GET /path` below the prefix; nothing else is there. */
  open: string[]
  handler: (request: Request) => Promise<Response>
  /** Set to the client's address, whatever the client sent under that name. */
  addressHeader: string
  publicUrl: string
}

/** A Fastify plugin; its prefix stands before the addresses that are handed over. Bodies go through as they came. */
export async function mountFetchHandler(app: FastifyInstance, options: FetchHandlerOptions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  for (const address of options.open) {
    const [method = '', url = ''] = address.split(' ')
    app.route({
      method,
      url,
      schema: { hide: true },
      handler: async (request, reply) => answer(await options.handler(toFetchRequest(request, options)), reply),
    })
  }
}

function toFetchRequest(request: FastifyRequest, { addressHeader, publicUrl }: FetchHandlerOptions): Request {
  const headers = fromNodeHeaders(request.headers)
  headers.set(addressHeader, request.ip)
  const body = request.body instanceof Buffer ? new Uint8Array(request.body) : undefined
  return new Request(new URL(request.url, publicUrl), { method: request.method, headers, body })
}

async function answer(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const retryAfter = response.headers.get('retry-after') ?? response.headers.get('x-retry-after')
  // better-auth keeps the status of an answer that a hook has replaced by this one.
  const status = retryAfter ? 429 : response.status
  reply.code(status).header('cache-control', 'no-store')
  // A popup that has been to a third party keeps its opener only if its pages ask for no isolation.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value)
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (retryAfter) reply.header('retry-after', retryAfter)
  const text = await response.text()
  return status < 400 ? reply.send(text || null) : reply.type('application/json').send(inOurWords(status, text))
}

/** The one error body, with the handler's own code and message where it has some. */
function inOurWords(status: number, text: string) {
  if (status === 429) return errorBody('TOO_MANY_REQUESTS')
  const own = parsed(text)
  const general = errorBody(status === 404 ? 'NOT_FOUND' : status >= 500 ? 'INTERNAL' : 'INVALID_INPUT')
  return {
    statusCode: status,
    code: status < 500 ? (own.code ?? general.code) : general.code,
    error: STATUS_CODES[status] ?? 'Error',
    message: status < 500 ? (own.message ?? general.message) : general.message,
  }
}

function parsed(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
