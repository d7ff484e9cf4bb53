/** The work beside the requests: jobs, and what runs again and again. */
import { resetRequested } from './adapters/better-auth/password-reset.ts'
import { noteDelivery } from './domains/setup/checklist.ts'
import type { Components } from './domains/domain.ts'
import { DOMAINS } from './domains/index.ts'
import type { JobKind } from './platform/jobs/kind.ts'
import { deliverMail } from './platform/mail/mail.ts'
import { repeat } from './platform/repeat.ts'

/** A later domain comes first: its jobs cause those of earlier ones. */
const JOBS = DOMAINS.toReversed().flatMap(({ jobs }) => jobs ?? [])

/** All work beside the requests. */
export const JOB_KINDS: JobKind<object>[] = [...JOBS.map(({ kind }) => kind), deliverMail, resetRequested]

/** The kinds of jobs that a restored school goes on with. */
export const KEPT_JOBS = JOB_KINDS.filter(({ sendsMessage }) => !sendsMessage).map(({ name }) => name)

/** Registers the handlers. E-mails come last, because the other jobs cause them and tests run the kinds in this order. */
export function handleJobs(components: Components): void {
  const { services, mailTransport } = components
  for (const { kind, run } of JOBS) services.jobs.handle(kind, (payload) => run(components, payload))
  services.jobs.handle(deliverMail, async (email, id) => {
    await mailTransport.deliver(email, id)
    await noteDelivery(services.db, email)
  })
}

/** Starts the jobs and the repeated work of the domains. Returns a function that stops them. */
export async function startJobs(components: Components): Promise<() => Promise<void>> {
  const { jobs, log } = components.services
  await jobs.start()
  const logError = (message: string) => (error: unknown) => log.error(error, message)
  const repeated = components.domains.flatMap(({ every = [] }) => every)
  const stops = repeated.map(({ everyMs, run, failure }) =>
    repeat(everyMs, async (signal) => void (await run(components, signal).catch(logError(failure)))),
  )
  return async () => void (await Promise.all([jobs.stop(), ...stops.map((stop) => stop())]))
}
