import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Ids that a proxy may send. Anything else could forge lines of a log. */
const REQUEST_ID = /^[\w-]{8,64}$/

/** Returns a function that names each request for the log: as the proxy in front does, if we trust one, or by a random id. */
export function createRequestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const sent = headers['x-request-id']
    return trustProxy && typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
  }
}
