import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openForThisFile } from '../../testing/application.ts'
import { catchCode } from '../../testing/visitor.ts'

const MINUTE = 60_000

const application = openForThisFile()

const signedInBefore = (minutes: number, role: 'admin' | 'student' = 'admin') =>
  application.signedIn(role, { signedInAt: Date.now() - minutes * MINUTE })
const ID = crypto.randomUUID()

describe('a call that requires a recent sign-in', () => {
  it.each([
    ['making a student', api.makeStudent],
    ['making an instructor', api.makeInstructor],
    ['making an admin', api.makeAdmin],
    ['deleting a user', api.deleteUser],
    ['sending an invitation again', api.resendInvitation],
    ['refunding a payment', api.refundPayment],
    ['retrying a refund', api.retryRefund],
    ['withdrawing a class', api.withdrawClass],
    ['canceling a date', api.cancelRun],
    ['resetting the words of an e-mail', api.resetEmail],
  ] as const)('is refused 61 minutes after it, before the id is looked up: %s', async (_what, endpoint) => {
    const params = { id: ID }
    expect(await catchCode((await signedInBefore(61)).call(endpoint, { params }))).toBe('REAUTH_REQUIRED')
    expect(await catchCode((await signedInBefore(59)).call(endpoint, { params }))).toBe('NOT_FOUND')
    expect(await catchCode((await signedInBefore(61, 'student')).call(endpoint, { params }))).toBe('NOT_ALLOWED')
  })

  it('changes nothing when it is refused', async () => {
    const { user } = await application.signedIn('student')
    const admin = await signedInBefore(61)
    await catchCode(admin.call(api.makeAdmin, { params: { id: user.id } }))
    expect((await admin.call(api.getUser, { params: { email: user.email } })).role).toBe('student')
  })
})
