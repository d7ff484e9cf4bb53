import pino from 'pino'
import { JOB_KINDS } from '../../server/composition.ts'
import type { DatabaseConnection } from '../../server/platform/database/database.ts'
import { openJobs } from '../../server/platform/jobs/open.ts'

/** Creates the job queues in the database that all tests copy: creating them takes longer than most tests. */
export async function prepareJobs(database: DatabaseConnection): Promise<void> {
  const jobs = await openJobs(database, JOB_KINDS, pino({ level: 'silent' }))
  await jobs.stop()
}
