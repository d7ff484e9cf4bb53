/** The line between a browser and its school, on which uploads can stand still in the middle and break. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Uplink {
  /** For the browser's settings: it sends everything by way of this address. */
  address: string
  /** From now on an upload gets no further than its beginning. */
  stall(): void
  /** Breaks what stands still, and whatever is sent from now on. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

const UPLOAD = /\/api\/images$/

/** Opens a proxy in the sense of HTTP (RFC 9112, section 3.2.2). */
export async function openUplink(): Promise<Uplink> {
  let state: 'whole' | 'stalled' | 'cut' = 'whole'
  const stalled = new Set<IncomingMessage>()
  const server = createServer((asked, reply) => {
    const uploads = UPLOAD.test(asked.url ?? '')
    if (uploads && state === 'cut') return void asked.destroy()
    // Never read, so that it stands still once all buffers on the way are full.
    if (uploads && state === 'stalled') return void stalled.add(asked)
    forward(asked, reply)
  })
  // The test's own calls come so.
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
      for (const asked of stalled) asked.destroy()
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

function forward(asked: IncomingMessage, reply: ServerResponse): void {
  const { method, headers } = asked
  const sent = request(asked.url ?? '', { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(reply)
  })
  sent.on('error', () => reply.destroy())
  asked.pipe(sent)
}

function tunnel(asked: IncomingMessage, client: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(`http://${asked.url}`)
  const school: Socket = connect(Number(port), hostname, () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    school.write(head)
    school.pipe(client)
    client.pipe(school)
  })
  school.on('error', () => client.destroy())
  client.on('error', () => school.destroy())
}
