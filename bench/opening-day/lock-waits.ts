/** Counts the connections of a database that wait for a lock, as `pg_stat_activity` shows them. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const INTERVAL_MS = 50

export interface LockWaits {
  /** Number of samples. */
  samples: number
  /** Waiting connections, on average and at most. */
  mean: number
  most: number
}

/** Looks 20 times a second until `work` is done. */
export async function countLockWaits(databaseUrl: string, work: Promise<unknown>): Promise<LockWaits> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const counts: number[] = []
  let isWorking = true
  const done = work.finally(() => {
    isWorking = false
  })
  while (isWorking) {
    counts.push(await countNow(client))
    await pause(INTERVAL_MS)
  }
  await client.end()
  await done
  const sum = counts.reduce((all, one) => all + one, 0)
  return { samples: counts.length, mean: sum / counts.length, most: Math.max(...counts) }
}

async function countNow(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? Number.NaN
}
