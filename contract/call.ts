/** Making a call of the contract over any transport: fetch in the browser, the server's own inject while it renders. */
import { type AnswerOf, addressOf, type Endpoint, type SaidOf } from './endpoint.ts'
import type { ErrorBody, ErrorCode } from './errors.ts'
import { FAULT_OF_OURS } from './fault-of-ours.ts'
import type { Page } from './pages.ts'

/** The header in which a call that answers a page says how many rows there are in all. */
export const TOTAL_HEADER = 'x-total-count'

/** A call that was refused, or that did not get through (`statusCode` 0). `message` is a sentence for a person. */
export class CallError extends Error {
  readonly statusCode: number
  readonly code: ErrorCode | (string & {})

  constructor(body: Pick<ErrorBody, 'statusCode' | 'code' | 'message'>, options?: ErrorOptions) {
    super(body.message, options)
    this.name = 'CallError'
    this.statusCode = body.statusCode
    this.code = body.code
  }
}

/** Carries a request to the server and brings back what it answered. */
export type Transport = (request: {
  method: Endpoint['method']
  /** Below `/api`, query included. */
  address: string
  headers: Record<string, string>
  body: unknown
}) => Promise<TransportAnswer>

export interface TransportAnswer {
  status: number
  /** Parsed; as text where it is not JSON. */
  body: unknown
  /** What TOTAL_HEADER says, where it is there. */
  total?: string | null | undefined
}

/** Beside an input. */
export interface CallOptions {
  /** For a `versioned` endpoint: the version that was read; a later one makes it a 409. */
  ifMatch?: number | undefined
}

type Arguments<E> =
  object extends SaidOf<E> ? [input?: SaidOf<E>, options?: CallOptions] : [input: SaidOf<E>, options?: CallOptions]
type RowOf<E> = AnswerOf<E> extends (infer Row)[] ? Row : never

/** Makes calls. They reject with a `CallError` where the answer is not a success. */
export interface Call {
  <E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<AnswerOf<E>>
  /** A call of a `paged` endpoint, with how many rows there are in all. */
  page<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<Page<RowOf<E>>>
}

/** A `Call` over `transport`. */
export function callOver(transport: Transport): Call {
  const make = async (endpoint: Endpoint, [input, options]: unknown[]): Promise<TransportAnswer> => {
    const said = (input ?? {}) as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
    const { ifMatch } = (options ?? {}) as CallOptions
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }
    const { method } = endpoint
    const answer = await transport({ method, address: addressOf(endpoint, said), headers, body: said.body })
    if (answer.status >= 200 && answer.status < 300) return answer
    throw new CallError(
      isErrorBody(answer.body) ? answer.body : { statusCode: answer.status, code: 'INTERNAL', message: FAULT_OF_OURS },
    )
  }
  const call = async <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) =>
    (await make(endpoint, input)).body as AnswerOf<E>
  const page = async <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => {
    const { body, total } = await make(endpoint, input)
    return { rows: body as RowOf<E>[], total: Number(total) }
  }
  return Object.assign(call, { page })
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'statusCode' in body
}
