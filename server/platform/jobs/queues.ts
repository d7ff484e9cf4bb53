/** Reads pg-boss's table of jobs. Payloads are personal and stay in it. */
import { sql } from 'drizzle-orm'
import { type Database, readRows } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export interface Queue {
  name: string
  /** Jobs that wait, also for a retry or for their time. */
  waiting: number
  /** Jobs that wait although their time has come. */
  due: number
  running: number
  failed: number
  /** Time of the last job that succeeded, in milliseconds since 1970. Finished jobs are deleted after a while. */
  succeededAt: number | null
}

export interface FailedJob {
  id: string
  name: string
  /** Milliseconds since 1970. */
  failedAt: number
  attempts: number
  problem: string | null
}

/** A message of Drizzle has the values of the query. */
const QUERY_FAILED = 'Failed query'

/** Counts the jobs of each queue that has any. */
export async function readQueues(db: Database): Promise<Queue[]> {
  return readRows<Queue>(
    db,
    sql`select name,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as due,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      (extract(epoch from max(completed_on) filter (where state = 'completed')) * 1000)::float8 as "succeededAt"
      from jobs.job group by name order by name`,
  )
}

/** Returns the newest jobs that failed for the last time. */
export async function readFailedJobs(db: Database, limit: number): Promise<FailedJob[]> {
  const rows = await readRows<FailedJob>(
    db,
    sql`select id::text, name, retry_count + 1 as attempts, output ->> 'message' as problem,
      (extract(epoch from completed_on) * 1000)::float8 as "failedAt"
      from jobs.job where state = 'failed' order by completed_on desc limit ${limit}`,
  )
  return rows.map((row) => ({ ...row, problem: hideValues(row.problem) }))
}

/** Locks a failed job, so that two admins do not retry it at once. Returns its queue, or undefined. */
export async function lockFailedJob(tx: Transaction, id: string): Promise<string | undefined> {
  const rows = await readRows<{ name: string }>(
    tx,
    sql`select name from jobs.job where id::text = ${id} and state = 'failed' for update`,
  )
  return rows[0]?.name
}

function hideValues(problem: string | null): string | null {
  const line = problem?.split('\n')[0]?.slice(0, 200) ?? null
  return line?.startsWith(QUERY_FAILED) ? 'A query of the database failed.' : line
}
