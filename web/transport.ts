/** Carries the contract's calls over fetch. */
import { CallError, RETRY_AFTER_HEADER, TOTAL_HEADER, type Transport } from '#contract/call.ts'
import { createImageReviver } from '#contract/image-fields.ts'

/** More than any call takes, so that a lost connection ends in a message instead of a spinner. */
const TIMEOUT_MS = 30_000

/** The code of a call whose user has signed out. */
export const SIGNED_OUT = 'SIGNED_OUT'
const LOG_IN = 'Please log in first.'

/** The requests that wait for a response. */
const inFlight = new Set<AbortController>()

/** The sign-out that is in progress. */
let signOut: Promise<unknown> | null = null

/**
 * Aborts the calls that wait for a response, and holds those of a `sessionTransport` until `done` has settled: while a session ends,
 * the server rejects its token and its cookies.
 */
export function holdCalls(done: Promise<unknown>): void {
  const end = done
    .catch(() => undefined)
    .finally(() => {
      if (signOut === end) signOut = null
    })
  signOut = end
  for (const controller of inFlight) controller.abort()
}

/**
 * Returns a transport that sends with `send`, for calls of a session. A call that the sign-out of this session aborts or holds rejects
 * with a `CallError` of the code SIGNED_OUT, which is not retried.
 * @param token the token of the session, or null without one
 */
export function sessionTransport(send: Transport, token: () => string | null): Transport {
  return async (request) => {
    const tokenBefore = token()
    const outlastSignOut = async () => {
      if (!signOut) return
      await signOut
      if (token() !== tokenBefore) throw new CallError({ statusCode: 0, code: SIGNED_OUT, message: LOG_IN })
    }
    await outlastSignOut()
    try {
      return await send(request)
    } catch (error) {
      await outlastSignOut()
      throw error
    }
  }
}

/** Returns a `sessionTransport` to `/api` with the token that `authorization` returns. */
export function tokenTransport(authorization: () => string | null): Transport {
  return sessionTransport(fetchTransport(authorization), authorization)
}

/**
 * Returns a transport to `/api` that sends the value of `authorization` as its header, if there is one.
 * Without a response it rejects with a `CallError` of `statusCode` 0.
 */
export function fetchTransport(authorization: () => string | null | Promise<string | null>): Transport {
  return async ({ method, path, headers: extraHeaders, body }) => {
    const headers = new Headers({ accept: 'application/json', ...extraHeaders })
    const credentials = await authorization()
    if (credentials) headers.set('authorization', credentials)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
    const request = { method, headers, body: JSON.stringify(body), signal: controller.signal }
    inFlight.add(controller)
    try {
      const response = await fetch(`/api${path}`, request)
      return {
        status: response.status,
        body: parseBody(await response.text()),
        total: response.headers.get(TOTAL_HEADER),
        retryAfter: response.headers.get(RETRY_AFTER_HEADER),
      }
    } catch (cause) {
      throw toNetworkError(cause)
    } finally {
      clearTimeout(timer)
      inFlight.delete(controller)
    }
  }
}

/** Returns the error of a call without a response. */
export function toNetworkError(cause: unknown): CallError {
  const message = "Can't reach the server. Check your connection and try again."
  return new CallError({ statusCode: 0, code: 'UNREACHABLE', message }, { cause })
}

/** Returns the JSON of a body, with own images as paths, or its text if it is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text, createImageReviver(location.origin))
  } catch {
    return text
  }
}
