import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()

describe('the activity log', () => {
  it('has approvals, feedback, edits of approved classes by field, and deletions, with actor and time', async () => {
    const admin = await application.signedIn('admin', { name: 'Astrid' })
    const { instructor, params } = await teaching(application, { name: 'Aurora', status: 'pending' })
    const edit = (body: object) => instructor.call(api.changeClass, { params, body })
    await edit({ seats: 9 })
    await admin.call(api.giveFeedback, { params, body: { feedback: 'Good.' } })
    await admin.call(api.approveClass, { params })
    await admin.call(api.approveClass, { params })
    await edit({ className: 'Aurora II', price: 60 })
    await instructor.call(api.deleteClass, { params })
    const { rows, total } = await admin.call.page(api.listActivity, { query: { q: 'aurora' } })
    expect(rows.map(({ deed, subject }) => [deed, subject])).toEqual([
      ['class_deleted', 'Aurora II'],
      ['class_edited', 'Aurora'],
      ['class_approved', 'Aurora'],
      ['feedback_given', 'Aurora'],
    ])
    expect(total).toBe(4)
    expect(rows[1]).toMatchObject({
      actor: { email: instructor.user.email },
      subjectId: params.id,
      changes: [
        { field: 'Class Name', from: 'Aurora', to: 'Aurora II' },
        { field: 'Price', from: '$49.99', to: '$60.00' },
      ],
      created_at: expect.closeTo(Date.now(), -5),
    })
    expect(rows[3]).toMatchObject({ actor: { name: 'Astrid' }, words: 'Good.' })
  })

  it('has role changes, deletions of users, refunds and withdrawals', async () => {
    const admin = await application.signedIn('admin', { name: 'Berta' })
    const student = await application.signedIn('student', { email: 'nora@example.test' })
    const { taught, params } = await teaching(application, { name: 'Fog' })
    await makeEnrolment(application.services.db, student.user, taught)
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await admin.call(api.refundPayment, { params: { id: payment?._id ?? '' } })
    await admin.call(api.withdrawClass, { params })
    const nora = { params: { id: student.user.id } }
    await admin.call(api.makeInstructor, nora)
    await admin.call(api.makeStudent, nora)
    await admin.call(api.deleteUser, nora)
    const { rows } = await admin.call.page(api.listActivity, { query: { q: 'berta' } })
    expect(rows.map(({ deed, subject }) => [deed, subject])).toEqual([
      ['user_deleted', 'nora@example.test'],
      ['made_student', 'nora@example.test'],
      ['made_instructor', 'nora@example.test'],
      ['class_withdrawn', 'Fog'],
      ['payment_refunded', '1001'],
    ])
    const page = await admin.call.page(api.listActivity, { query: { q: '1001' } })
    expect(page).toMatchObject({ total: 1, rows: [{ deed: 'payment_refunded' }] })
  })

  it('has no refused actions', async () => {
    const admin = await application.signedIn('admin')
    const { instructor, params } = await teaching(application)
    await catchCode(admin.call(api.deleteUser, { params: { id: admin.user.id } }))
    await catchCode(instructor.call(api.changeClass, { params, body: { seats: 3 } }, { ifMatch: 99 }))
    for (const { user } of [admin, instructor])
      expect(await admin.call(api.listActivity, { query: { q: user.email } })).toEqual([])
  })

  it('is for admins', async () => {
    for (const role of ['student', 'instructor'] as const)
      expect(await catchCode((await application.signedIn(role)).call(api.listActivity))).toBe('NOT_ALLOWED')
  })
})
