/** `npm run activate`: lets a restored or imported school send e-mails and run its jobs, once the original is stopped for good. */

import { activate } from '../server/domains/backup/activation.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { openJobs } from '../server/platform/jobs/open.ts'
import { createLogger } from '../server/platform/log.ts'
import { JOB_KINDS } from '../server/registered.ts'
import { readSettings } from '../server/settings/settings.ts'
import { runCommand } from './command.ts'

await runCommand(async () => {
  const settings = readSettings(process.env)
  const log = createLogger(settings.logLevel)
  const database = await openDatabase(settings, (error) => log.error(error))
  try {
    const jobs = await openJobs(database, JOB_KINDS, log)
    const wasInactive = await activate(database.db, jobs, JOB_KINDS)
    await jobs.stop()
    console.log(
      wasInactive ? 'The school is active. Start the server, or restart it.' : 'The school is active already.',
    )
  } finally {
    await database.close()
  }
})
