/** Health checks for operators: /healthz for the process, /readyz for the database and for load balancers. */
import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { DatabaseConnection } from '#server/platform/database/database.ts'
import type { Readiness } from '#server/platform/readiness.ts'

const STOPPING = 'This instance is stopping. Use another one.'

interface HealthComponents {
  database: DatabaseConnection
  readiness: Readiness
}

export async function healthRoutes(app: FastifyInstance, { database, readiness }: HealthComponents): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (readiness.isDraining) throw new AppError('UNAVAILABLE', STOPPING)
    await database.ping().catch((error: unknown) => {
      throw new AppError('UNAVAILABLE', undefined, { cause: error })
    })
    return { ready: true }
  })
}

/** Our example for nginx sets it: nginx repeats reads at another instance, and passes nothing here for a while after a 502. */
const REPEATS_READS = 'x-repeats-reads'
const HEALTH_CHECKS = ['/healthz', '/readyz', '/metrics']

/**
 * While this instance is draining, ends each connection with its next response, so that clients open one to another instance. Reads of a
 * proxy that repeats them are refused, because a proxy like nginx learns from nothing else that this instance is stopping.
 */
export function endConnectionsWhenDraining(readiness: Readiness, next: RequestListener): RequestListener {
  return (request, response) => {
    if (!readiness.isDraining) return next(request, response)
    response.shouldKeepAlive = false
    if (HEALTH_CHECKS.includes(request.url ?? '')) return next(request, response)
    readiness.noteRequest()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !request.headers[REPEATS_READS]) return next(request, response)
    response.writeHead(502, { 'cache-control': 'no-store' }).end()
  }
}
