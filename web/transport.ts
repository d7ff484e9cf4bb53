/** Carries the contract's calls over fetch. */
import { CallError, TOTAL_HEADER, type Transport } from '#contract/call.ts'

/** Longer than any call may take, so that a lost connection becomes words instead of a spinner. */
const PATIENCE_MS = 30_000

/**
 * A transport to `/api` that sends what `authorization` answers as its header, if anything.
 * Where nothing comes back it rejects with a `CallError` of `statusCode` 0.
 */
export function fetchTransport(authorization: () => string | null | Promise<string | null>): Transport {
  return async ({ method, address, headers: said, body }) => {
    const headers = new Headers({ accept: 'application/json', ...said })
    const proof = await authorization()
    if (proof) headers.set('authorization', proof)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const request = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE_MS) }
    try {
      const answer = await fetch(`/api${address}`, request)
      return { status: answer.status, body: parsed(await answer.text()), total: answer.headers.get(TOTAL_HEADER) }
    } catch (cause) {
      throw unreachable(cause)
    }
  }
}

/** What a call rejects with when the school cannot be reached. */
export function unreachable(cause: unknown): CallError {
  const message = 'The school cannot be reached. Please check your connection and try again.'
  return new CallError({ statusCode: 0, code: 'UNREACHABLE', message }, { cause })
}

/** What an answer says: its JSON, or where it is none, its text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
