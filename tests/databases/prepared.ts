import pino from 'pino'
import type { OpenDatabase } from '../../server/database/database.ts'
import { openJobs } from '../../server/jobs/open.ts'
import { JOB_KINDS } from '../../server/school.ts'

/** Makes the queues in the database that all tests get copies of: making it takes longer than most of them. */
export async function prepareJobs(database: OpenDatabase): Promise<void> {
  const jobs = await openJobs(database, JOB_KINDS, pino({ level: 'silent' }))
  await jobs.stop()
}
