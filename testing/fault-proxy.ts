/** A proxy in front of an HTTP server that injects the faults of networks. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * `away`: no response, and the request has no effect. `error`: 500, and no effect. `slow`: the response comes after `slowMs`.
 * `lost`: the request has its effect, and the response is lost. `twice`: the request is sent twice, and the second response returned.
 */
export type Fault = 'away' | 'slow' | 'error' | 'lost' | 'twice'

export interface FaultProxy {
  /** `http://127.0.0.1:PORT` */
  address: string
  /** The fault from now on; null for none. */
  fault: Fault | null
  /** The fault applies to requests whose method and path match, as `/^POST .*refunds/`. */
  faultAt: RegExp
  slowMs: number
  /** Every request so far, as `POST /v1/refunds`. */
  seen: string[]
  close(): Promise<void>
}

/** Opens a proxy for a port of this machine; the caller closes it. */
export async function openFaultProxy(port: number): Promise<FaultProxy> {
  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => response.destroy())
  })
  const proxy: FaultProxy = {
    address: '',
    fault: null,
    faultAt: /./,
    slowMs: 2_000,
    seen: [],
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = `${incoming.method} ${incoming.url}`
    proxy.seen.push(name)
    const fault = proxy.faultAt.test(name) ? proxy.fault : null
    const body = await buffer(incoming)
    if (fault === 'away') return void response.destroy()
    if (fault === 'error') {
      const error = { type: 'api_error', message: 'An unknown error occurred' }
      return void response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    }
    if (fault === 'twice') await forward(incoming, body, port)
    const result = await forward(incoming, body, port)
    if (fault === 'slow') await pause(proxy.slowMs)
    if (fault === 'lost') return void response.destroy()
    response.writeHead(result.status, result.headers).end(result.body)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

async function forward({ method, url, headers }: IncomingMessage, body: Buffer, port: number) {
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const { connection: _, 'transfer-encoding': __, ...forwarded } = response.headers
  return { status: response.statusCode ?? 500, headers: forwarded, body: await buffer(response) }
}
