/** Signs in to a running application without a browser: exchanges the provider's cookie for a token. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { api } from '../contract/api.ts'
import { type Call, createCall, TOTAL_HEADER } from '../contract/call.ts'
import { createTokens } from '../server/domains/users/tokens.ts'
import { deriveKey } from '../server/platform/secrets.ts'

export interface SignedIn {
  email: string
  token: string
  /** The cookie of the provider's session. */
  cookie: string
  call: Call
}

const JSON_BODY = { 'content-type': 'application/json' }

/** Signs in with an existing account. */
export function signIn(url: string, email: string, password: string): Promise<SignedIn> {
  return authenticate(url, '/sign-in/email', { email, password })
}

/** Registers a student and signs in. */
export function signUp(url: string, email: string): Promise<SignedIn> {
  return authenticate(url, '/sign-up/email', { email, name: 'Nora Berg', password: 'Secret@2019' })
}

async function authenticate(
  url: string,
  path: string,
  account: { email: string; password: string; name?: string },
): Promise<SignedIn> {
  const response = await fetch(`${url}/api/auth${path}`, {
    method: 'POST',
    headers: { ...JSON_BODY, origin: url },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
  const { email } = account
  const { jwtToken } = await createCalls(url, { cookie, origin: url })(api.issueToken, { body: { email } })
  return { email, token: jwtToken, cookie, call: createCalls(url, { authorization: `Bearer ${jwtToken}` }) }
}

/** Creates the calls of a user by id, with a token that is signed with the application's `SECRET`. */
export async function callAs(url: string, secret: string, userId: string): Promise<Call> {
  const token = await createTokens(deriveKey('tokens', secret)).issue(userId, Date.now())
  return createCalls(url, { authorization: `Bearer ${token}` })
}

/**
 * Creates the contract's calls with these headers. They go over node:http: a call by `fetch` takes about a millisecond of the processor
 * that the application shares, three times as long.
 */
export function createCalls(url: string, headers: Record<string, string>): Call {
  const agent = new Agent({ keepAlive: true })
  return createCall(async ({ method, path, headers: own, body }) => {
    const all = { ...headers, ...own, ...(body === undefined ? {} : JSON_BODY) }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      request(`${url}/api${path}`, { method, headers: all, agent }, resolve).once('error', reject).end(text)
    })
    const total = response.headers[TOTAL_HEADER]
    return { status: response.statusCode ?? 0, body: await json(response).catch(() => null), total: total?.toString() }
  })
}
