/** A client of the app in a test: raw requests, and calls of the contract whose responses are checked against it. */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type Call, CallError, createCall, TOTAL_HEADER } from '../contract/call.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { createImageReviver } from '../contract/image-fields.ts'
import type { ErrorCode } from '../contract/values/errors.ts'

/** The public URL of the application of a test. */
export const PUBLIC_URL = 'http://127.0.0.1:3000'

const reviveImages = createImageReviver(PUBLIC_URL)

export interface RequestOptions {
  headers?: Record<string, string>
  body?: string | object
}

export class Visitor {
  readonly #app: FastifyInstance
  readonly #token: string | undefined
  readonly #remoteAddress: string | undefined

  /** @param remoteAddress where the requests come from; by default this machine */
  constructor(app: FastifyInstance, token?: string, remoteAddress?: string) {
    this.#app = app
    this.#token = token
    this.#remoteAddress = remoteAddress
  }

  /** Returns a client of the same app with another token. */
  as(token: string): Visitor {
    return new Visitor(this.#app, token, this.#remoteAddress)
  }

  /** Sends a raw request, with the token if there is one. */
  async request(
    method: Endpoint['method'] | 'HEAD',
    url: string,
    { headers, body }: RequestOptions = {},
  ): Promise<LightMyRequestResponse> {
    const authorization = this.#token ? { authorization: `Bearer ${this.#token}` } : {}
    const all = { host: new URL(PUBLIC_URL).host, ...authorization, ...headers }
    const from = this.#remoteAddress ? { remoteAddress: this.#remoteAddress } : {}
    return this.#app.inject({ method, url, headers: all, ...from, ...(body === undefined ? {} : { body }) })
  }

  /** Calls an endpoint of the contract. Fails where the response has more or less than the contract says. */
  readonly call: Call = Object.assign(
    (async (endpoint, ...input) => checkResponse(endpoint, await this.#call(endpoint, ...input))) as Call,
    {
      page: (async (endpoint, ...input) => {
        const page = await this.#call.page(endpoint, ...input)
        checkResponse(endpoint, page.rows)
        return page
      }) as Call['page'],
    },
  )

  readonly #call = createCall(async ({ method, path, headers, body }) => {
    const options = { headers, ...(body === undefined ? {} : { body: body as object }) }
    const response = await this.request(method, `/api${path}`, options)
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const total = response.headers[TOTAL_HEADER] as string | undefined
    return {
      status: response.statusCode,
      body: isJson ? parseResponse(response) : response.body,
      total,
    }
  })
}

/** Returns the JSON of a response, with own images as paths, as our own pages read it. */
export function parseResponse<Body>({ body }: LightMyRequestResponse): Body {
  return JSON.parse(body, reviveImages)
}

function checkResponse<Body>(endpoint: Endpoint, body: Body): Body {
  const parsed = endpoint.response.parse(body)
  if (!isDeepStrictEqual(parsed, body)) throw new Error(`${endpoint.path} returned more than the contract says`)
  return body
}

/** Returns the error that a call rejects with; throws if it does not reject. */
export async function catchError(call: Promise<unknown>): Promise<CallError> {
  try {
    await call
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
  throw new Error('the call was not refused')
}

/** Returns the code of the error that a call rejects with; throws if it does not reject. */
export async function catchCode(call: Promise<unknown>): Promise<ErrorCode | string> {
  return (await catchError(call)).code
}
