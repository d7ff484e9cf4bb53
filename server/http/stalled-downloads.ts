/** Ends downloads of clients that stop reading: each holds a file, memory, or the place of the one export. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Long enough for a phone that loses its connection in a tunnel. */
const STALL_MS = 60_000

/**
 * Breaks a connection off that took nothing of a response for a time. A response that is still being prepared may take longer. Node
 * notices when a part of a large chunk was taken.
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
