/** Forgotten passwords. Whether an address is known shows only in its letters: asking is one and the same job for each. */
import type { FastifyBaseLogger } from 'fastify'
import type { JobKind } from '#server/jobs/kind.ts'
import { TooManyTries } from '#server/refusal.ts'
import type { Throttle } from './throttle.ts'

export const resetAsked: JobKind<{ email: string }> = {
  name: 'identity.reset-asked',
  secondsPerTry: 30,
  retries: 5,
  firstPause: 2,
  longestPause: 60,
  keptFor: 60,
}

/** What better-auth does when it is called from here: a link by letter for a known address, nothing for another. */
type SendReset = (said: { body: { email: string } }) => Promise<unknown>

/** Does the job. More letters than an address should get are left unwritten, and nobody is told. */
export async function answerReset(
  { sendReset, throttle, log }: { sendReset: SendReset; throttle: Throttle; log: FastifyBaseLogger },
  email: string,
): Promise<void> {
  try {
    await throttle.letter('reset', email)
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error
    return log.info('a further letter with a link to a new password was left unwritten')
  }
  await sendReset({ body: { email } })
}
