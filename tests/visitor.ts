/** Whoever calls the app in a test: raw requests, and calls of the contract whose answers are held against it. */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type Call, CallError, callOver, TOTAL_HEADER } from '../contract/call.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ErrorCode } from '../contract/errors.ts'

export interface RequestSaid {
  headers?: Record<string, string>
  body?: string | object
}

export class Visitor {
  readonly #app: FastifyInstance
  readonly #token: string | undefined
  readonly #remoteAddress: string | undefined

  /** @param remoteAddress where the requests come from; this machine, if it is not said */
  constructor(app: FastifyInstance, token?: string, remoteAddress?: string) {
    this.#app = app
    this.#token = token
    this.#remoteAddress = remoteAddress
  }

  /** A request as it is, with the token where there is one. */
  async request(
    method: Endpoint['method'] | 'HEAD' | 'PUT',
    url: string,
    { headers, body }: RequestSaid = {},
  ): Promise<LightMyRequestResponse> {
    const authorization = this.#token ? { authorization: `Bearer ${this.#token}` } : {}
    const said = { host: '127.0.0.1:3000', ...authorization, ...headers }
    const from = this.#remoteAddress ? { remoteAddress: this.#remoteAddress } : {}
    return this.#app.inject({ method, url, headers: said, ...from, ...(body === undefined ? {} : { body }) })
  }

  /** A call of the contract. What it answers must be what the contract says, no more and no less. */
  readonly call: Call = Object.assign(
    (async (endpoint, ...input) => asPromised(endpoint, await this.#call(endpoint, ...input))) as Call,
    {
      page: (async (endpoint, ...input) => {
        const page = await this.#call.page(endpoint, ...input)
        asPromised(endpoint, page.rows)
        return page
      }) as Call['page'],
    },
  )

  readonly #call = callOver(async ({ method, address, headers, body }) => {
    const said = { headers, ...(body === undefined ? {} : { body: body as object }) }
    const answer = await this.request(method, `/api${address}`, said)
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const total = answer.headers[TOTAL_HEADER] as string | undefined
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, total }
  })
}

function asPromised<Answer>(endpoint: Endpoint, answer: Answer): Answer {
  const promised = endpoint.answer.parse(answer)
  if (!isDeepStrictEqual(promised, answer)) throw new Error(`${endpoint.path} answered more than the contract says`)
  return answer
}

/** The error that a call was refused with; fails when it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<CallError> {
  try {
    await call
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
  throw new Error('the call was not refused')
}

/** The code that a call was refused with; fails when it was not. */
export async function codeOf(call: Promise<unknown>): Promise<ErrorCode | string> {
  return (await refusalOf(call)).code
}
