import { type Domain, defineJob } from '../domain.ts'
import { remind, remindJob } from './minimum.ts'
import { BELOW_MINIMUM, UNDECIDED } from './runs.emails.ts'
import { RUN_EXPORTS } from './runs.table.ts'

export const runs: Domain = {
  jobs: [defineJob(remindJob, ({ services }, job) => remind(services, job))],
  emails: { Dates: [BELOW_MINIMUM, UNDECIDED] },
  tables: { exported: RUN_EXPORTS, unexported: { 'public.run_times': 'derived from run_sessions' } },
}
