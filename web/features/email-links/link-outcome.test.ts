import { expect, test } from 'vitest'
import { CallError } from '#contract/call.ts'
import { AuthError, LINK_SPENT } from '#web/session/auth-error.ts'
import { toLinkOutcome } from './link-outcome.ts'

const INVALID = 'This link is incomplete, used or expired.'
const callError = (statusCode: number) => new CallError({ statusCode, code: 'SOME', message: 'Some message.' })

test('a link that works is done', async () => {
  expect(await toLinkOutcome(Promise.resolve(), INVALID)).toEqual({ step: 'done' })
})

test.each([
  ['the API finds malformed', callError(400)],
  ['the API does not find', callError(404)],
  ['the identity provider rejects', new AuthError('used', LINK_SPENT)],
])('a link that %s is explained, and is not retried', async (_, error) => {
  const failed = { step: 'failed', message: INVALID, canRetry: false }
  expect(await toLinkOutcome(Promise.reject(error), INVALID)).toEqual(failed)
})

test.each([
  ['a lost connection', callError(0), true],
  ['an error of the server', callError(503), true],
  ['a rate limit', callError(429), false],
  ['a refusal of the identity provider', new AuthError('Some message.', 'OTHER'), false],
])('%s shows its own message', async (_, error, canRetry) => {
  const failed = { step: 'failed', message: 'Some message.', canRetry }
  expect(await toLinkOutcome(Promise.reject(error), INVALID)).toEqual(failed)
})

test('an unexpected error shows no details and can be retried', async () => {
  const outcome = await toLinkOutcome(Promise.reject(new TypeError('x is undefined')), INVALID)
  expect(outcome).toEqual({ step: 'failed', message: 'That did not work.', canRetry: true })
})
