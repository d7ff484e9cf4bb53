/** Serves a handler of Fetch requests below a prefix, with our error body. */
import { STATUS_CODES } from 'node:http'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, createErrorBody, toRateLimitMessage } from '#server/platform/app-error.ts'

/** The path of an endpoint that we serve. No URL parser rewrites it, so the handler gets the path that the router matched. */
const PLAIN_PATH = /^[\w/-]+$/

/** better-auth's code of a request without a session. Other codes of 401 say that a password or a code was wrong. */
const NO_SESSION = 'UNAUTHORIZED'

interface ErrorBody {
  statusCode: number
  code: string
}

export interface FetchHandlerOptions {
  /** The endpoints that are served, as `GET /path` below the prefix. */
  endpoints: string[]
  handler: (request: Request) => Promise<Response>
  /** The header that is set to the client's IP. A value from the client is overwritten. */
  ipHeader: string
  publicUrl: string
  /** Called for a request that is refused, unless a password or a code was wrong. */
  onRefused(request: FastifyRequest, body: ErrorBody): Promise<void>
}

/** A Fastify plugin. Bodies are passed on unparsed. */
export async function mountFetchHandler(app: FastifyInstance, options: FetchHandlerOptions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  for (const endpoint of options.endpoints) {
    const [method = '', url = ''] = endpoint.split(' ')
    app.route({
      method,
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const response = await options.handler(toFetchRequest(request, options))
        return sendResponse(response, reply, (body) => options.onRefused(request, body))
      },
    })
  }
}

/** @throws AppError NOT_FOUND for a path that a URL parser could rewrite to another endpoint, such as `callback/..\ok` */
function toFetchRequest(request: FastifyRequest, { ipHeader, publicUrl }: FetchHandlerOptions): Request {
  const [path = ''] = request.url.split('?')
  if (!PLAIN_PATH.test(path)) throw new AppError('NOT_FOUND')
  const headers = fromNodeHeaders(request.headers)
  headers.set(ipHeader, request.ip)
  const body = request.body instanceof Buffer ? new Uint8Array(request.body) : undefined
  return new Request(new URL(request.url, publicUrl), { method: request.method, headers, body })
}

async function sendResponse(
  response: Response,
  reply: FastifyReply,
  onRefused: (body: ErrorBody) => Promise<void>,
): Promise<FastifyReply> {
  const retryAfter = response.headers.get('retry-after') ?? response.headers.get('x-retry-after')
  // A hook that replaces better-auth's response cannot change its status.
  const status = retryAfter ? 429 : response.status
  reply.code(status).header('cache-control', 'no-store')
  // A sign-in popup keeps its opener only if none of its pages is isolated.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value)
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (retryAfter) reply.header('retry-after', retryAfter)
  const text = await response.text()
  if (status < 400) return reply.send(text || null)
  const body = retryAfter ? toRateLimitBody(retryAfter) : toErrorBody(status, text)
  if (status === 403 || status === 429 || body.code === NO_SESSION) await onRefused(body)
  return reply.type('application/json').send(body)
}

function toRateLimitBody(retryAfter: string) {
  return createErrorBody('TOO_MANY_REQUESTS', toRateLimitMessage(Number(retryAfter)))
}

/** Returns our error body, with the handler's code and message if it has them and the error is not ours. */
function toErrorBody(status: number, text: string) {
  const specific = status < 500 ? parseBody(text) : {}
  const general = createErrorBody(status === 404 ? 'NOT_FOUND' : status >= 500 ? 'INTERNAL' : 'INVALID_INPUT')
  return {
    statusCode: status,
    code: specific.code ?? general.code,
    error: STATUS_CODES[status] ?? 'Error',
    message: specific.message ?? general.message,
  }
}

function parseBody(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
