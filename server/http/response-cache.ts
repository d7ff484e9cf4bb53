/** Caches whole public responses in memory, compressed, until the catalogue changes, a run closes or the day ends. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS, startOfDay } from '#contract/values/day.ts'
import type { Catalogue, SeatsShown } from '#server/platform/database/catalogue.ts'
import { chooseEncoding, compressBest, type Encoding, type Encodings, encode } from './encodings.ts'

/** A rendered response. Only a 200 is cached, and not if it is partial. */
export interface Rendered {
  status: number
  /** True if something of it could not be read now. */
  isPartial?: boolean
  type: string
  body: string
  headers?: Record<string, string>
}

/** A rendered response with its entity tag and its encodings. */
export interface CachedResponse extends Omit<Rendered, 'body'> {
  etag: string
  encodings: Encodings
  /** True if it is compressed for size. */
  small?: boolean
  /** The headers of the first response, per encoding: names and values in turn, which Node writes fastest. */
  headersByEncoding?: Record<Encoding, string[]>
}

/** The size of all entries: some thousand pages. Beyond it, the entries that were not used for the longest time are removed. */
const MAX_BYTES = 96 * 1024 * 1024

/** An estimate of what an entry takes beside its encodings. */
const ENTRY_BYTES = 4096

/** A response that is still fresh after this time since its first use is compressed for size. Pages of a class that sells fast are not. */
const SETTLED_MS = 5_000

/** After each compression for size, none begins for so many times as long: a client that requests many pages twice costs a fifth of a core. */
const REST = 4

interface Entry {
  version: number
  shown: SeatsShown
  /** Time at which the next run that it shows closes, or the day (UTC) ends, in milliseconds since 1970. */
  expiresAt: number
  response: CachedResponse
  bytes: number
  /** True if it was used since it was stored or spared from removal. */
  used: boolean
}

/** Returns when the next run that a response shows closes, or null. */
export type ReadClosing = (shown: SeatsShown) => Promise<number | null>

export class ResponseCache {
  readonly #catalogue: Catalogue
  readonly #readClosing: ReadClosing
  readonly #maxBytes: number
  readonly #entries = new Map<string, Entry>()
  readonly #pending = new Map<string, Promise<CachedResponse>>()
  #bytes = 0
  /** Time from which the next response may be compressed for size, in milliseconds since 1970. */
  #shrinksAt = 0

  constructor(catalogue: Catalogue, readClosing: ReadClosing, maxBytes = MAX_BYTES) {
    this.#catalogue = catalogue
    this.#readClosing = readClosing
    this.#maxBytes = maxBytes
  }

  /**
   * Returns the cached response under `key`, or renders it if what it shows has changed. Concurrent callers share one render. A render
   * during which that changes is returned but not cached.
   */
  async get(key: string, render: () => Promise<Rendered>, shown: SeatsShown = 'all'): Promise<CachedResponse> {
    const fresh = this.fresh(key)
    if (fresh) return fresh
    const version = this.#catalogue.findVersion(shown)
    const renderKey = `${version} ${key}`
    const pending =
      this.#pending.get(renderKey) ??
      this.#render(key, { version, shown }, render).finally(() => this.#pending.delete(renderKey))
    this.#pending.set(renderKey, pending)
    return pending
  }

  /** Returns the cached response under `key` unless what it shows has changed. */
  fresh(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    if (!entry || !this.#isFresh(entry)) return undefined
    if (!entry.used && !entry.response.small) this.#shrinkLater(key, entry.response.etag)
    entry.used = true
    return entry.response
  }

  #isFresh({ version, shown, expiresAt }: Entry): boolean {
    return version === this.#catalogue.findVersion(shown) && expiresAt > Date.now()
  }

  /** Returns whether a response was ever cached under `key`, fresh or not. */
  has(key: string): boolean {
    return this.#entries.has(key)
  }

  async #render(
    key: string,
    { version, shown }: Pick<Entry, 'version' | 'shown'>,
    render: () => Promise<Rendered>,
  ): Promise<CachedResponse> {
    const now = Date.now()
    const closesAt = (await this.#readClosing(shown)) ?? Number.POSITIVE_INFINITY
    // Pages write dates as seen from today: without the year, and without those that are over.
    const expiresAt = Math.min(closesAt, startOfDay(now) + DAY_MS)
    const response = await createCachedResponse(await render())
    if (response.status === 200 && !response.isPartial && this.#catalogue.findVersion(shown) === version) {
      const { identity, br, gzip } = response.encodings
      const bytes = ENTRY_BYTES + identity.length + br.length + gzip.length
      this.#store(key, { version, shown, expiresAt, response, bytes, used: false })
    }
    return response
  }

  /** The timer holds the key, not the response, which may be removed before. */
  #shrinkLater(key: string, etag: string): void {
    setTimeout(() => void this.#shrink(key, etag).catch(() => undefined), SETTLED_MS).unref()
  }

  /** Compresses a response for size if it is still fresh; later if another one was compressed just before. */
  async #shrink(key: string, etag: string): Promise<void> {
    const entry = this.#entries.get(key)
    if (entry?.response.etag !== etag || entry.response.small || !this.#isFresh(entry)) return
    const begun = Date.now()
    if (begun < this.#shrinksAt) return this.#shrinkLater(key, etag)
    this.#shrinksAt = Number.POSITIVE_INFINITY
    const { response } = entry
    const br = await compressBest(response.encodings.identity).finally(() => {
      const ended = Date.now()
      this.#shrinksAt = ended + REST * (ended - begun)
    })
    response.encodings = { ...response.encodings, br }
    response.small = true
    delete response.headersByEncoding
  }

  #store(key: string, entry: Entry): void {
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    // The clock algorithm: an entry that was used is spared once. It costs a hit nothing but a flag.
    for (const [oldKey, old] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldKey)
      if (!old.used || old === entry) continue
      this.#entries.set(oldKey, { ...old, used: false })
      this.#bytes += old.bytes
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}

/** Returns a response with its entity tag and its encodings, for `sendCached`. */
export async function createCachedResponse({ body, ...rendered }: Rendered): Promise<CachedResponse> {
  const encodings = await encode(body)
  const etag = `W/"${createHash('sha256').update(encodings.identity).digest('base64url').slice(0, 22)}"`
  return { ...rendered, etag, encodings }
}

/**
 * Sends a response in the best encoding that the client accepts, or 304 if the client already has it. Errors and redirects are
 * not stored.
 * @param headersOfRequest are sent this time only
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  headersOfRequest: Record<string, string> = {},
): FastifyReply {
  const { type, etag, headers } = response
  reply.headers({
    'content-type': type,
    'cache-control': response.status === 200 ? 'no-cache' : 'no-store',
    etag,
    vary: 'Accept-Encoding, Origin',
    ...headers,
  })
  response.headersByEncoding ??= listHeaders(response.encodings, reply.getHeaders())
  reply.headers(headersOfRequest)
  if (hasClientCopy(request.raw, response)) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(response.status).send(response.encodings[encoding])
}

/**
 * Serves cached responses before the request reaches Fastify: the same status, headers and bytes as the first time, at twice the
 * rate. Passes all requests to `next` except a GET of a cached URL with the Host of `publicUrl` and from its own pages.
 */
export function serveCachedFirst(
  cache: ResponseCache,
  publicUrl: string,
  next: RequestListener,
  onServed?: () => void,
): RequestListener {
  const { host } = new URL(publicUrl)
  return (request, response) => {
    const isOwnGet = request.method === 'GET' && request.headers.host === host && !request.headers.origin
    const cached = isOwnGet ? cache.fresh(request.url ?? '') : undefined
    if (!cached?.headersByEncoding) return next(request, response)
    onServed?.()
    const { status, headersByEncoding: headers, encodings } = cached
    if (hasClientCopy(request, cached)) return response.writeHead(304, headers.identity.slice(0, -2)).end()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    response.writeHead(status, headers[encoding]).end(encodings[encoding])
  }
}

/** Lists the headers per encoding. The length comes last, so that a 304 can leave it out. */
function listHeaders(encodings: Encodings, headers: Record<string, unknown>): CachedResponse['headersByEncoding'] {
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
