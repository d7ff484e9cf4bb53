/** Everything that the domains, adapters and sandbox register: tables, e-mails, jobs and repeated work. */

import { ACCOUNT_EMAILS } from './adapters/better-auth/email-definitions.ts'
import { resetRequested } from './adapters/better-auth/password-reset.ts'
import { type Components, type Domain, EMAIL_HEADINGS } from './domains/domain.ts'
import type { EmailGroup } from './domains/emails/queries.ts'
import { DOMAINS } from './domains/index.ts'
import { noteDelivery } from './domains/setup/checklist.ts'
import { joinTables, type SchoolTables } from './platform/exported-tables.ts'
import type { JobKind } from './platform/jobs/kind.ts'
import { deliverMail } from './platform/mail/mail.ts'
import { repeat } from './platform/repeat.ts'

/** Tables of the adapters, the sandbox and the platform. */
const OTHER_TABLES: Partial<SchoolTables> = {
  unexported: {
    'identity.account': 'password hashes, and tokens of sign-in providers',
    'identity.ended_sign_in': 'sign-ins of a hosted provider that have ended here',
    'identity.known_device': 'devices that users have signed in on',
    'identity.two_factor': 'keys of second factors and recovery codes',
    'identity.user': 'sign-ins; users register again with the same e-mail address, and then have their record',
    'card_sandbox.charges': 'test payments of the sandbox',
    'card_sandbox.events': 'test payments of the sandbox',
    'card_sandbox.idempotency_keys': 'test payments of the sandbox',
    'card_sandbox.payment_intents': 'test payments of the sandbox',
    'card_sandbox.refunds': 'test payments of the sandbox',
  },
  leftOut: {
    'identity.rate_limit': 'counts of attempts',
    'identity.session': 'keys of sessions',
    'identity.verification': 'secret links in e-mails',
    'public.rate_limits': 'counts of attempts',
    'sign_in_sandbox.entries': "sign-ins with the demo's provider",
  },
}

export const TABLES: SchoolTables = joinTables([...DOMAINS.map(({ tables = {} }) => tables), OTHER_TABLES])

const OTHER_EMAILS: Domain['emails'] = { Accounts: ACCOUNT_EMAILS }

/** All e-mails that the application sends, under their headings. */
export const EMAILS: EmailGroup[] = EMAIL_HEADINGS.map((name) => ({
  name,
  emails: [{ emails: OTHER_EMAILS }, ...DOMAINS].flatMap(({ emails }) => emails?.[name] ?? []),
}))

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
