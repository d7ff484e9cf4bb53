import pino from 'pino'
import { school } from '../../server/domains/school/school.table.ts'
import type { DatabaseConnection } from '../../server/platform/database/database.ts'
import { openJobs } from '../../server/platform/jobs/open.ts'
import { JOB_KINDS } from '../../server/registered.ts'

/**
 * Prepares the database that all tests copy: creates the job queues, which takes longer than most tests, and sets up the school, so that
 * its pages are open.
 */
export async function prepareDatabase(database: DatabaseConnection): Promise<void> {
  const jobs = await openJobs(database, JOB_KINDS, pino({ level: 'silent' }))
  await jobs.stop()
  // A new row, because an update would count a version.
  await database.db.delete(school)
  await database.db.insert(school).values({ setUpAt: 1 })
}
