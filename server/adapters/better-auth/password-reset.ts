/** Forgotten passwords. A request enqueues the same job for every address, so that it does not reveal which has an account. */
import type { FastifyBaseLogger } from 'fastify'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { isWithinLimit } from './rate-limit-errors.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export const resetRequested: JobKind<{ email: string }> = {
  name: 'identity.reset-asked',
  timeoutSeconds: 30,
  retries: 5,
  initialBackoff: 2,
  maxBackoff: 60,
  retention: 60,
  sendsMessage: true,
}

/** better-auth's own call: it sends an e-mail to an address with an account, and nothing to others. */
type SendReset = (input: { body: { email: string } }) => Promise<unknown>

/** Handles the job `resetRequested`. Above the limit of e-mails to one address, it sends nothing, and reports no error. */
export async function handleResetRequest(
  { sendReset, throttle, log }: { sendReset: SendReset; throttle: SignInThrottle; log: FastifyBaseLogger },
  email: string,
): Promise<void> {
  if (!(await isWithinLimit(() => throttle.countEmail('reset', email))))
    return log.info('skipped an e-mail with a reset link, because the address has had enough')
  await sendReset({ body: { email } })
}
