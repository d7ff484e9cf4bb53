/** Somebody who is signed in to a running school, without a browser: the provider's cookie, exchanged for a token. */
import { api } from '../contract/api.ts'
import { type Call, callOver, TOTAL_HEADER } from '../contract/call.ts'
import { tokensSignedWith } from '../server/identity/tokens.ts'
import { keyFor } from '../server/secrets.ts'

export interface SignedIn {
  email: string
  token: string
  call: Call
}

const JSON_BODY = { 'content-type': 'application/json' }

/** Signs in at `school`, its address, with an account that is there. */
export function signIn(school: string, email: string, password: string): Promise<SignedIn> {
  return enter(school, '/sign-in/email', { email, password })
}

/** Registers at `school` and signs in, as a student. */
export function signUp(school: string, email: string): Promise<SignedIn> {
  return enter(school, '/sign-up/email', { email, name: 'Nora Berg', password: 'Secret@2019' })
}

async function enter(
  school: string,
  path: string,
  account: { email: string; password: string; name?: string },
): Promise<SignedIn> {
  const answer = await fetch(`${school}/api/auth${path}`, {
    method: 'POST',
    headers: { ...JSON_BODY, origin: school },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
  const { email } = account
  const { jwtToken } = await calling(school, { cookie, origin: school })(api.issueToken, { body: { email } })
  return { email, token: jwtToken, call: calling(school, { authorization: `Bearer ${jwtToken}` }) }
}

/** The calls of the user of an id, with a token of the school's own making: `secret` is its `SECRET`. */
export async function callingAs(school: string, secret: string, userId: string): Promise<Call> {
  const token = await tokensSignedWith(keyFor('tokens', secret)).issue(userId)
  return calling(school, { authorization: `Bearer ${token}` })
}

/** The contract's calls to `school`, each with these headers. */
function calling(school: string, headers: Record<string, string>): Call {
  return callOver(async ({ method, address, headers: said, body }) => {
    const all = { ...headers, ...said, ...(body === undefined ? {} : JSON_BODY) }
    const answer = await fetch(`${school}/api${address}`, { method, headers: all, body: JSON.stringify(body) })
    const total = answer.headers.get(TOTAL_HEADER)
    return { status: answer.status, body: await answer.json().catch(() => null), total }
  })
}
