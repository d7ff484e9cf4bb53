/** Carries the contract's calls over fetch. */
import { CallError, RETRY_AFTER_HEADER, TOTAL_HEADER, type Transport, type TransportResponse } from '#contract/call.ts'
import { createImageReviver } from '#contract/image-fields.ts'

/** More than any call takes, so that a lost connection ends in a message instead of a spinner. */
const TIMEOUT_MS = 30_000

/** The code of a call whose user has signed out. */
export const SIGNED_OUT = 'SIGNED_OUT'

/** The calls that are sent, or about to be, and wait for a response. */
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
 * Returns a transport that sends with `send`, for calls of a session, as `inSession` runs them.
 * @param token the token of the session, or null without one
 */
export function sessionTransport(send: Transport, token: () => string | null): Transport {
  return (request) => inSession(() => send(request), token)
}

/**
 * Runs a call of a session. If the sign-out of this session aborts or holds it, it rejects with a `CallError` of the code SIGNED_OUT,
 * which is not retried.
 */
export async function inSession<T>(run: () => Promise<T>, token: () => string | null): Promise<T> {
  const tokenBefore = token()
  const outlastSignOut = async () => {
    while (signOut) await signOut
    if (token() !== tokenBefore) throw createSignedOut()
  }
  // Otherwise without a pause: a sign-out that begins before `run` would not abort the call.
  if (signOut) await outlastSignOut()
  try {
    return await run()
  } catch (error) {
    if (signOut) await outlastSignOut()
    throw error
  }
}

/** Sends a request with a signal that aborts it after the timeout, and when a sign-out begins. */
export async function sendAbortable<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
  inFlight.add(controller)
  try {
    return await send(controller.signal)
  } finally {
    clearTimeout(timer)
    inFlight.delete(controller)
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
  return ({ method, path, headers: extraHeaders, body }) =>
    sendAbortable(async (signal) => {
      const headers = new Headers({ accept: 'application/json', ...extraHeaders })
      const credentials = await authorization()
      if (credentials) headers.set('authorization', credentials)
      if (body !== undefined) headers.set('content-type', 'application/json')
      return exchangeMessages(path, { method, headers, body: JSON.stringify(body), signal })
    })
}

async function exchangeMessages(path: string, request: RequestInit): Promise<TransportResponse> {
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
  }
}

/** Returns the error of a call whose user has signed out. */
export function createSignedOut(): CallError {
  return new CallError({ statusCode: 0, code: SIGNED_OUT, message: 'Please log in first.' })
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
