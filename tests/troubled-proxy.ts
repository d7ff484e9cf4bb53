/** Stands before an HTTP server and gives its clients the trouble that networks give. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * `away`: nobody answers, and nothing is done. `error`: 500, and nothing is done. `slow`: it is done, and answered after
 * `slowMs`. `lost`: it is done, and the answer does not arrive. `twice`: it is done twice, and the second answer arrives.
 */
export type Trouble = 'away' | 'slow' | 'error' | 'lost' | 'twice'

export interface TroubledProxy {
  /** `http://127.0.0.1:PORT` */
  address: string
  /** The trouble from now on; null for none. */
  trouble: Trouble | null
  /** Only requests have it whose method and address match, as `/^POST .*refunds/`. */
  troubleAt: RegExp
  slowMs: number
  /** Every request so far, as `POST /v1/refunds`. */
  seen: string[]
  close(): Promise<void>
}

export async function openTroubledProxy(port: number): Promise<TroubledProxy> {
  const server = createServer((asked, reply) => void pass(asked, reply).catch(() => reply.destroy()))
  const proxy: TroubledProxy = {
    address: '',
    trouble: null,
    troubleAt: /./,
    slowMs: 2_000,
    seen: [],
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  async function pass(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const name = `${asked.method} ${asked.url}`
    proxy.seen.push(name)
    const trouble = proxy.troubleAt.test(name) ? proxy.trouble : null
    const body = await buffer(asked)
    if (trouble === 'away') return void reply.destroy()
    if (trouble === 'error') {
      const error = { type: 'api_error', message: 'An unknown error occurred' }
      return void reply.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    }
    if (trouble === 'twice') await forward(asked, body, port)
    const answer = await forward(asked, body, port)
    if (trouble === 'slow') await pause(proxy.slowMs)
    if (trouble === 'lost') return void reply.destroy()
    reply.writeHead(answer.status, answer.headers).end(answer.body)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

async function forward({ method, url, headers }: IncomingMessage, body: Buffer, port: number) {
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { connection: _, 'transfer-encoding': __, ...kept } = answer.headers
  return { status: answer.statusCode ?? 500, headers: kept, body: await buffer(answer) }
}
