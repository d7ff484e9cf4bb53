/** For operators: /healthz says that the process lives, /readyz that the database answers. */
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '#server/database/database.ts'
import { Refusal } from '#server/refusal.ts'

export async function healthRoutes(app: FastifyInstance, { database }: { database: OpenDatabase }): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await database.ping().catch((error: unknown) => {
      throw new Refusal('UNAVAILABLE', undefined, { cause: error })
    })
    return { ready: true }
  })
}
