/** Making a call of the contract over any transport: fetch in the browser, the server's own inject while it renders. */
import { type AnswerOf, addressOf, type Endpoint, type InputOf } from './endpoint.ts'
import { ERRORS, type ErrorBody, type ErrorCode } from './errors.ts'

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

/** Carries a request to the server and brings back its status and the parsed body (null where it is not JSON). */
export type Transport = (request: {
  method: Endpoint['method']
  /** Below `/api`, query included. */
  address: string
  body: unknown
}) => Promise<{ status: number; body: unknown }>

type Arguments<E> = keyof InputOf<E> extends never ? [] : [input: InputOf<E>]

export type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<AnswerOf<E>>

/** A `Call` over `transport`. It rejects with a `CallError` where the answer is not a success. */
export function callOver(transport: Transport): Call {
  return async (endpoint, ...args) => {
    const input = args[0] as
      | { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
      | undefined
    const { method } = endpoint
    const { status, body } = await transport({ method, address: addressOf(endpoint, input), body: input?.body })
    if (status >= 200 && status < 300) return body as AnswerOf<typeof endpoint>
    throw new CallError(
      isErrorBody(body) ? body : { statusCode: status, code: 'INTERNAL', message: ERRORS.INTERNAL[1] },
    )
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'statusCode' in body
}
