/** Ends connections of clients that stop reading, or that still read while the server stops. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Long enough for a phone that loses its connection in a tunnel. */
const STALL_MS = 60_000

/** Longer than any request but a large download, and shorter than systemd waits before it kills everything. */
const CLOSE_MS = 60_000

/**
 * Breaks a connection off that took nothing of a response for a time, because each holds a file, memory, or the place of the one export.
 * A response that is still being prepared may take longer. Node notices when a part of a large chunk was taken.
 */
export function endStalledDownloads(app: FastifyInstance, stallMs = STALL_MS): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    // The socket of a request that was injected has no time-outs.
    raw.socket.setTimeout?.(stallMs)
    reply.raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}

/**
 * Closes each keep-alive connection of a closing server after its last response, and all that are left after a time. Node closes only
 * those that are idle when closing begins.
 */
export function closeConnections(server: Server, closeMs = CLOSE_MS): void {
  if (!server.listening) return
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const all = setTimeout(() => server.closeAllConnections(), closeMs)
  server.once('close', () => {
    clearInterval(idle)
    clearTimeout(all)
  })
}
