/** Opening the queues. Kept apart from what is done with them: how pg-boss is set up is said here and nowhere else. */
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { OpenDatabase } from '#server/database/database.ts'
import { Jobs, RECLAIM_SECONDS } from './jobs.ts'
import type { JobKind } from './kind.ts'

/** The queues of `kinds`, in a schema of their own that is made where it is missing. No job is done before `start`. */
export async function openJobs(
  database: OpenDatabase,
  kinds: JobKind<object>[],
  log: FastifyBaseLogger,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    schema: 'jobs',
    // Its clocks: supervising is `reclaim`'s, and what it would warn of (vacuum, indexes) is the database operator's.
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: RECLAIM_SECONDS,
    maintenanceIntervalSeconds: RECLAIM_SECONDS,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.error(error, 'the queue of jobs failed'))
  await boss.start()
  await openQueues(boss, kinds)
  return new Jobs(boss, log)
}

/**
 * pg-boss reads a queue's record when it first meets the queue. That must not be in a transaction: the embedded database has
 * one connection, and the reading would wait for it for ever. So each that was not there at the start is met here.
 */
async function openQueues(boss: PgBoss, kinds: JobKind<object>[]): Promise<void> {
  const there = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name } of kinds) {
    if (there.has(name)) continue
    await boss.createQueue(name)
    await boss.findJobs(name, { key: 'met' })
  }
}
