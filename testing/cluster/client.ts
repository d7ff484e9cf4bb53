/** Calls through the load balancer, each on a connection of its own, so that a reload of nginx breaks none of them. */
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Call, createCall } from '../../contract/call.ts'
import { createTokens } from '../../server/domains/users/tokens.ts'
import { deriveKey } from '../../server/platform/secrets.ts'
import { SECRET } from './cluster.ts'

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends one request. Rejects where no response arrives. */
export async function send(url: string, { method = 'GET', headers = {}, body }: Request = {}): Promise<Response> {
  const outgoing = request(url, { method, headers, agent: false })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

/** Creates the calls of a user by id. */
export async function callAs(url: string, userId: string): Promise<Call> {
  const token = await createTokens(deriveKey('tokens', SECRET)).issue(userId, Date.now())
  return createCall(async ({ method, path, body }) => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const sent = await send(`${url}/api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: sent.status, body: parse(sent.body) }
  })
}

/** Returns null for what is no JSON, such as an error page of nginx. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
