/** Caches whole public responses in memory, compressed, until the catalogue changes. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '#server/platform/database/catalogue.ts'

/** A rendered response. Only a 200 is cached. */
export interface Rendered {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

/** A rendered response with its entity tag and its encodings. */
type Encoding = 'identity' | 'br' | 'gzip'

export interface CachedResponse extends Omit<Rendered, 'body'> {
  etag: string
  encodings: Record<Encoding, Buffer>
  /** The headers of the first response, per encoding: names and values in turn, which Node writes fastest. */
  headersByEncoding?: Record<Encoding, string[]>
}

/** Quality 5: within a tenth of the best size, in a fiftieth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** More than all public pages of a large school. Beyond it, the oldest entry is removed. */
const MAX_ENTRIES = 500

export class ResponseCache {
  readonly #catalogue: Catalogue
  readonly #responses = new Map<string, { version: number; response: CachedResponse }>()
  readonly #pending = new Map<string, Promise<CachedResponse>>()

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /**
   * Returns the cached response under `key`, or renders it if the catalogue has changed. Concurrent callers share one render. A render
   * during which the catalogue changes is returned but not cached.
   */
  async get(key: string, render: () => Promise<Rendered>): Promise<CachedResponse> {
    const fresh = this.fresh(key)
    if (fresh) return fresh
    const version = this.#catalogue.version
    const renderKey = `${version} ${key}`
    const pending =
      this.#pending.get(renderKey) ?? this.#render(key, version, render).finally(() => this.#pending.delete(renderKey))
    this.#pending.set(renderKey, pending)
    return pending
  }

  /** Returns the cached response under `key` unless the catalogue has changed. */
  fresh(key: string): CachedResponse | undefined {
    const entry = this.#responses.get(key)
    return entry?.version === this.#catalogue.version ? entry.response : undefined
  }

  /** Returns whether a response was ever cached under `key`, fresh or not. */
  has(key: string): boolean {
    return this.#responses.has(key)
  }

  async #render(key: string, version: number, render: () => Promise<Rendered>): Promise<CachedResponse> {
    const response = await encode(await render())
    if (response.status === 200 && this.#catalogue.version === version) {
      this.#responses.delete(key)
      this.#responses.set(key, { version, response })
      const oldest = this.#responses.keys().next().value
      if (this.#responses.size > MAX_ENTRIES && oldest !== undefined) this.#responses.delete(oldest)
    }
    return response
  }
}

/** Compresses a rendered response. */
async function encode({ body, ...rendered }: Rendered): Promise<CachedResponse> {
  const identity = Buffer.from(body)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { ...rendered, etag, encodings: { identity, br, gzip: gzipped } }
}

/** Sends a response in the best encoding that the client accepts, or 304 if the client already has it. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): FastifyReply {
  const { type, etag, headers } = response
  reply.headers({
    'content-type': type,
    'cache-control': 'no-cache',
    etag,
    vary: 'Accept-Encoding, Origin',
    ...headers,
  })
  response.headersByEncoding ??= listHeaders(response.encodings, reply.getHeaders())
  if (hasClientCopy(request.raw, response)) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(response.status).send(response.encodings[encoding])
}

/**
 * Serves cached responses before the request reaches Fastify: the same status, headers and bytes as the first time, at twice the
 * rate. Passes all requests to `next` except a GET of a cached URL with the Host of `publicUrl` and from its own pages.
 */
export function serveCachedFirst(cache: ResponseCache, publicUrl: string, next: RequestListener): RequestListener {
  const { host } = new URL(publicUrl)
  return (request, response) => {
    const isOwnGet = request.method === 'GET' && request.headers.host === host && !request.headers.origin
    const cached = isOwnGet ? cache.fresh(request.url ?? '') : undefined
    if (!cached?.headersByEncoding) return next(request, response)
    const { status, headersByEncoding: headers, encodings } = cached
    if (hasClientCopy(request, cached)) return response.writeHead(304, headers.identity.slice(0, -2)).end()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    response.writeHead(status, headers[encoding]).end(encodings[encoding])
  }
}

/** Lists the headers per encoding. The length comes last, so that a 304 can leave it out. */
function listHeaders(
  encodings: CachedResponse['encodings'],
  headers: Record<string, unknown>,
): CachedResponse['headersByEncoding'] {
  const common = Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
  const list = (encoding: Encoding, ...more: string[]) => {
    return [...common, ...more, 'content-length', `${encodings[encoding].length}`]
  }
  const listEncoded = (encoding: 'br' | 'gzip') => list(encoding, 'content-encoding', encoding)
  return { identity: list('identity'), br: listEncoded('br'), gzip: listEncoded('gzip') }
}

function hasClientCopy({ headers }: IncomingMessage, { status, etag }: CachedResponse): boolean {
  return status === 200 && headers['if-none-match'] === etag
}

/**
 * Returns the encoding for an Accept-Encoding header; we prefer brotli. This runs for every cached response: it takes 0.15 µs, and
 * negotiator 1.1 takes 8 µs (measured on Node 24).
 */
function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  if (!accepted) return 'identity'
  const text = String(accepted)
  return BR.test(text) ? 'br' : GZIP.test(text) ? 'gzip' : 'identity'
}

/** An encoding that is named with a weight above 0. Source: RFC 9110, section 12.5.3 */
const BR = /(^|[ ,])br(?! *; *q=0(\.0*)?($|[ ,]))/i
const GZIP = /(^|[ ,])gzip(?! *; *q=0(\.0*)?($|[ ,]))/i
