import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Payment } from '#contract/payments.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'

const application = openForThisFile()

/** Creates a class with material, and a student with the steps that they repeat. */
async function setUp() {
  const { instructor, taught, params } = await teaching(application)
  const body = { text: 'Bring a tripod.', links: [] }
  await instructor.call(api.changeMaterial, { params, body })
  const student = await application.signedIn('student')
  const newest = async (): Promise<Payment> => {
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    if (!payment) throw new Error('There is no payment.')
    return payment
  }
  return {
    student,
    taught,
    newest,
    enrol: () => buy(student, taught),
    read: () => student.call(api.getEnrolledClass, { params }),
    cancel: async () => student.call(api.cancelPayment, { params: { id: (await newest())._id } }),
    listEnrolled: () => student.call(api.listEnrolledClasses, { query: { email: student.user.email } }),
  }
}

describe('a student who has read the material', () => {
  it('may cancel twice within the terms, is warned, and the third time is refused and stays enrolled', async () => {
    const { taught, newest, enrol, read, cancel, listEnrolled } = await setUp()
    for (const left of [2, 1]) {
      await enrol()
      expect(await listEnrolled()).toMatchObject([{ cancellations_left: left }])
      expect(await read()).toMatchObject({ cancellations_left: left })
      await read()
      expect((await newest()).cancel_until).not.toBeNull()
      expect(await cancel()).toEqual({ modifiedCount: 1 })
    }
    await enrol()
    expect(await listEnrolled()).toMatchObject([{ cancellations_left: 0 }])
    expect((await newest()).cancel_until).not.toBeNull()
    expect(await read()).toMatchObject({ cancellations_left: 0, material: { text: 'Bring a tripod.' } })
    expect((await newest()).cancel_until).toBeNull()
    const error = await catchError(cancel())
    expect(error).toMatchObject({ statusCode: 409, code: 'CANCEL_USED_UP', message: expect.stringMatching(/twice/) })
    // The provider's event makes the payment `paid` a moment later.
    await expect.poll(newest).toMatchObject({ status: 'paid', refund: null })
    const { enroll } = await readSeats(application, taught)
    expect(enroll).toBe(1)
    await application.runJobs()
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('as a substitute uses up the cancellations of the buyer', async () => {
    const { student, enrol, cancel, listEnrolled } = await setUp()
    const friend = await application.signedIn('student', { emailConfirmed: true })
    const readByFriend = async () => {
      await enrol()
      const [enrolled] = await listEnrolled()
      const params = { id: enrolled?._id ?? '' }
      const body = { email: friend.user.email, name: 'Leo Brandt' }
      await student.call(api.nameSubstitute, { params, body })
      await friend.call(api.getEnrolledClass, { params })
    }
    for (const _ of [1, 2]) {
      await readByFriend()
      expect(await cancel()).toEqual({ modifiedCount: 1 })
    }
    await readByFriend()
    expect(await catchCode(cancel())).toBe('CANCEL_USED_UP')
    // The deletion of the friend's account is no way around.
    expect(await friend.call(api.listLostPlaces)).toMatchObject([{ refund: null }])
  })

  it('is still refunded by an admin after that', async () => {
    const { newest, enrol, read, cancel } = await setUp()
    for (const _ of [1, 2]) {
      await enrol()
      await read()
      await cancel()
    }
    await enrol()
    await read()
    const admin = await application.signedIn('admin')
    const params = { id: (await newest())._id }
    expect(await admin.call(api.refundPayment, { params })).toEqual({ modifiedCount: 1 })
  })

  it('of one class may cancel another', async () => {
    const first = await setUp()
    for (const _ of [1, 2]) {
      await first.enrol()
      await first.read()
      await first.cancel()
    }
    await buy(first.student, await makeClass(application.services.db))
    expect(await first.cancel()).toEqual({ modifiedCount: 1 })
  })

  it('while they cancel has either read it in time, or gets nothing', async () => {
    const { enrol, read, cancel, listEnrolled } = await setUp()
    for (const _ of [1, 2]) {
      await enrol()
      await read()
      await cancel()
    }
    await enrol()
    const [reading, cancellation] = await Promise.allSettled([read(), cancel()])
    expect([reading.status, cancellation.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listEnrolled()).toHaveLength(reading.status === 'fulfilled' ? 1 : 0)
  })
})

describe('a student who has not read the material', () => {
  it('may cancel as often as they like', async () => {
    const { enrol, cancel, listEnrolled } = await setUp()
    for (const _ of [1, 2, 3]) {
      await enrol()
      expect(await cancel()).toEqual({ modifiedCount: 1 })
    }
    await enrol()
    expect(await listEnrolled()).toMatchObject([{ cancellations_left: 2 }])
  })

  it('cannot read it once the enrolment has ended', async () => {
    const { enrol, read, cancel } = await setUp()
    await enrol()
    await cancel()
    expect(await catchCode(read())).toBe('ENROLMENT_ENDED')
  })
})
