/** Health checks for operators: /healthz for the process, /readyz for the database. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { DatabaseConnection } from '#server/platform/database/database.ts'

export async function healthRoutes(
  app: FastifyInstance,
  { database }: { database: DatabaseConnection },
): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await database.ping().catch((error: unknown) => {
      throw new AppError('UNAVAILABLE', undefined, { cause: error })
    })
    return { ready: true }
  })
}
