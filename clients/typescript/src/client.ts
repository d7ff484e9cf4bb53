/** The client's runtime. `index.d.ts` declares its types; the build inserts the calls and bundles what it imports. */
import { type Call, CallError, createCall, RETRY_AFTER_HEADER, TOTAL_HEADER } from '../../../contract/call.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'

export { CallError }

/** The calls by their names, from the contract. */
declare const CALLS: Record<string, Pick<Endpoint, 'method' | 'path' | 'upload'>>
const calls = new Map(Object.entries(CALLS))

const TIMEOUT_MS = 30_000

/** The largest page that the server returns. */
const ROWS = 100

interface Options {
  url: string
  token?: string
  fetch?: typeof fetch
  timeoutMs?: number
}

interface Input {
  query?: Record<string, string | number | undefined>
}

export class SchoolClient {
  readonly #url: string
  readonly #token: string | undefined
  readonly #fetch: typeof fetch
  readonly #timeoutMs: number
  readonly #call: Call

  constructor({ url, token, fetch: ownFetch, timeoutMs = TIMEOUT_MS }: Options) {
    this.#url = `${url.replace(/\/+$/, '')}/api`
    this.#token = token
    this.#fetch = ownFetch ?? ((...request) => fetch(...request))
    this.#timeoutMs = timeoutMs
    this.#call = createCall(async ({ method, path, headers, body }) => {
      const json = { 'content-type': 'application/json', ...headers }
      return this.#send(path, method, body === undefined ? headers : json, JSON.stringify(body))
    })
  }

  call(name: string, ...input: object[]): Promise<unknown> {
    return this.#call(find(name), ...(input as []))
  }

  page(name: string, ...input: object[]): Promise<{ rows: unknown[]; total: number }> {
    return this.#call.page(find(name), ...(input as []))
  }

  async *each(name: string, input: Input = {}): AsyncGenerator<unknown> {
    for (let page = 1, read = 0; ; page++) {
      const { rows, total } = await this.page(name, { ...input, query: { ...input.query, page, rows: ROWS } })
      yield* rows
      read += rows.length
      if (rows.length === 0 || read >= total) return
    }
  }

  upload(name: string, file: Blob): Promise<unknown> {
    const { upload = '', ...endpoint } = find(name)
    const form = new FormData()
    form.set(upload, file)
    return createCall(({ method, path, headers }) => this.#send(path, method, headers, form))(endpoint)
  }

  /** Rejects with a `CallError` of the status 0 where no response arrives. */
  async #send(path: string, method: string, headers: Record<string, string>, body: FormData | string | undefined) {
    const credentials: Record<string, string> = this.#token ? { authorization: `Bearer ${this.#token}` } : {}
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const init = { method, headers: { ...headers, ...credentials }, signal, ...(body === undefined ? {} : { body }) }
    try {
      const response = await this.#fetch(this.#url + path, init)
      return {
        status: response.status,
        body: parse(await response.text()),
        total: response.headers.get(TOTAL_HEADER),
        retryAfter: response.headers.get(RETRY_AFTER_HEADER),
      }
    } catch (cause) {
      throw new CallError({ statusCode: 0, code: 'UNREACHABLE', message: "Can't reach the server." }, { cause })
    }
  }
}

function find(name: string): Endpoint {
  const call = calls.get(name)
  if (!call) throw new TypeError(`There is no call ${name}.`)
  return call as Endpoint
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
