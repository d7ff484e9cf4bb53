/** The times that pg-boss has written with a clock of the database that was ahead. */
import type { PgBoss } from 'pg-boss'

/** No job has such times but by a clock that was wrong. */
const MARGIN = `interval '1 minute'`

/**
 * Jobs that were enqueued, retried or started in the future would wait until its time has come, and so would the search for lost jobs. A
 * job with a time of its own stays at it.
 */
const STATEMENTS = [
  `update jobs.job set start_after = now(), created_on = now()
    where state = 'created' and created_on > now() + ${MARGIN} and start_after <= created_on`,
  `update jobs.job set start_after = now() where state = 'retry' and started_on > now() + ${MARGIN}`,
  `update jobs.job set started_on = now() where state = 'active' and started_on > now() + ${MARGIN}`,
  `update jobs.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where greatest(monitor_on, monitor_claim_on, maintain_on) > now() + ${MARGIN}`,
]

/** Makes the jobs of a clock that was ahead run now. */
export async function correctTimes(boss: PgBoss): Promise<void> {
  for (const statement of STATEMENTS) await boss.getDb().executeSql(statement)
}
