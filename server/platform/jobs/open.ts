/** Opens the queues. It is apart from their use, because only this module knows how pg-boss is configured. */
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { DatabaseConnection } from '#server/platform/database/database.ts'
import { Jobs, RECLAIM_SECONDS } from './jobs.ts'
import type { JobKind } from './kind.ts'

/** Opens the queues of `kinds`, in a schema that is created where it is missing. No job runs before `start`. */
export async function openJobs(
  database: DatabaseConnection,
  kinds: JobKind<object>[],
  log: FastifyBaseLogger,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    schema: 'jobs',
    // `reclaim` supervises instead of its timers. Its warnings (vacuum, indexes) concern the database's operator.
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: RECLAIM_SECONDS,
    maintenanceIntervalSeconds: RECLAIM_SECONDS,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.error(error, 'the job queue failed'))
  await boss.start()
  await openQueues(boss, kinds)
  return new Jobs(boss, log)
}

/**
 * Creates missing queues, and makes pg-boss cache their records. It reads a record at the queue's first use, which must not be in a
 * transaction: it uses a connection of its own, and would wait for one while transactions have them all.
 */
async function openQueues(boss: PgBoss, kinds: JobKind<object>[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name } of kinds) {
    if (existing.has(name)) continue
    await boss.createQueue(name)
    await boss.findJobs(name, { key: 'met' })
  }
}
