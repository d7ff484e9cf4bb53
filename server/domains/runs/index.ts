import { type Domain, defineJob } from '../domain.ts'
import { remind, remindJob } from './minimum.ts'
import { BELOW_MINIMUM, UNDECIDED } from './runs.emails.ts'

export const runs: Domain = {
  jobs: [defineJob(remindJob, ({ services }, job) => remind(services, job))],
  emails: { Dates: [BELOW_MINIMUM, UNDECIDED] },
}
