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

/** Ends each connection with its next response while this instance is draining, so that clients open one to another instance. */
export function endConnectionsWhenDraining(readiness: Readiness, next: RequestListener): RequestListener {
  return (request, response) => {
    if (readiness.isDraining) response.shouldKeepAlive = false
    next(request, response)
  }
}
