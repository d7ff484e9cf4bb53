/** Makes calls of the contract over any transport: fetch in the browser, Fastify's inject while the server renders. */
import { buildPath, type CallInput, type Endpoint, type EndpointResponse } from './endpoint.ts'
import type { ErrorBody, ErrorCode } from './values/errors.ts'
import { INTERNAL_ERROR_MESSAGE } from './values/internal-error.ts'
import type { Page } from './values/pagination.ts'

/** The header in which a call that returns a page gives the number of all rows. */
export const TOTAL_HEADER = 'x-total-count'

/** The header in which an error response gives the seconds after which the caller may try again. */
export const RETRY_AFTER_HEADER = 'retry-after'

/** A call that failed, or that did not reach the server (`statusCode` 0). `message` is a sentence for a person. */
export class CallError extends Error {
  readonly statusCode: number
  readonly code: ErrorCode | (string & {})
  /** Seconds after which the caller may try again; null if the server did not say. */
  readonly retryAfter: number | null

  constructor(
    body: Pick<ErrorBody, 'statusCode' | 'code' | 'message'>,
    { retryAfter = null, ...options }: ErrorOptions & { retryAfter?: number | null } = {},
  ) {
    super(body.message, options)
    this.name = 'CallError'
    this.statusCode = body.statusCode
    this.code = body.code
    this.retryAfter = retryAfter
  }
}

/** Sends a request to the server and returns the response. */
export type Transport = (request: {
  method: Endpoint['method']
  /** Below `/api`, query included. */
  path: string
  headers: Record<string, string>
  body: unknown
}) => Promise<TransportResponse>

export interface TransportResponse {
  status: number
  /** Parsed JSON, or text if it is not JSON. */
  body: unknown
  /** The value of TOTAL_HEADER. */
  total?: string | null | undefined
  /** The value of RETRY_AFTER_HEADER. */
  retryAfter?: string | null | undefined
}

export interface CallOptions {
  /** For a `versioned` endpoint: the version that the caller read. A later version makes the call a 409. */
  ifMatch?: number | undefined
}

type Arguments<E> =
  object extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]
type RowOf<E> = EndpointResponse<E> extends (infer Row)[] ? Row : never

/** Makes calls. They reject with a `CallError` unless the response is a success. */
export interface Call {
  <E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<EndpointResponse<E>>
  /** Calls a `paged` endpoint; returns the rows of the page and the number of all rows. */
  page<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<Page<RowOf<E>>>
}

/** Returns a `Call` over `transport`. */
export function createCall(transport: Transport): Call {
  const send = async (endpoint: Endpoint, [input, options]: unknown[]): Promise<TransportResponse> => {
    const { body, ...url } = (input ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const { ifMatch } = (options ?? {}) as CallOptions
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }
    const response = await transport({ method: endpoint.method, path: buildPath(endpoint, url), headers, body })
    if (response.status >= 200 && response.status < 300) return response
    throw toCallError(response)
  }
  const call = async <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) =>
    (await send(endpoint, input)).body as EndpointResponse<E>
  const page = async <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => {
    const { body, total } = await send(endpoint, input)
    return { rows: body as RowOf<E>[], total: Number(total) }
  }
  return Object.assign(call, { page })
}

function toCallError({ status, body, retryAfter }: TransportResponse): CallError {
  const error = isErrorBody(body) ? body : { statusCode: status, code: 'INTERNAL', message: INTERNAL_ERROR_MESSAGE }
  return new CallError(error, { retryAfter: /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null })
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'statusCode' in body
}
