/** An address that can move from one server to another, as a virtual IP does in a failover. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface MovingAddress {
  port: number
  /** Breaks all connections. New ones lead to another port of this machine. */
  moveTo(port: number): void
  close(): Promise<void>
}

export async function openMovingAddress(first: number): Promise<MovingAddress> {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port
      breakAll()
    },
    async close() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
  }
}
