/** A proxy between browser and application that can stall and break uploads. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Uplink {
  /** The proxy server for the browser's settings. */
  address: string
  /** Stalls uploads after their beginning. */
  stall(): void
  /** Breaks stalled uploads and all later ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

const UPLOAD = /\/api\/images$/

/** Opens an HTTP proxy (RFC 9112, section 3.2.2). */
export async function openUplink(): Promise<Uplink> {
  let state: 'whole' | 'stalled' | 'cut' = 'whole'
  const stalled = new Set<IncomingMessage>()
  const server = createServer((incoming, response) => {
    const uploads = UPLOAD.test(incoming.url ?? '')
    if (uploads && state === 'cut') return void incoming.destroy()
    // Nothing reads it, so that it stalls when all buffers are full.
    if (uploads && state === 'stalled') return void stalled.add(incoming)
    forward(incoming, response)
  })
  // The test's own calls use a tunnel.
  server.on('connect', tunnel)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall: () => {
      state = 'stalled'
    },
    cut: () => {
      state = 'cut'
      for (const incoming of stalled) incoming.destroy()
    },
    mend: () => {
      state = 'whole'
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming
  const outgoing = request(incoming.url ?? '', { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 500, reply.headers)
    reply.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}

function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(`http://${incoming.url}`)
  const upstream: Socket = connect(Number(port), hostname, () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    upstream.write(head)
    upstream.pipe(client)
    client.pipe(upstream)
  })
  upstream.on('error', () => client.destroy())
  client.on('error', () => upstream.destroy())
}
