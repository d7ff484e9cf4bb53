import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { teaching } from '../../tests/studio.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const pending = async () => ({
  ...(await teaching(school, { status: 'pending' })),
  admin: await school.signedIn('admin'),
})

describe('a class that waits', () => {
  it('is approved, and stands in the catalogue at once', async () => {
    const { admin, taught, params } = await pending()
    await school.visitor.call(api.listApprovedClasses)
    expect(await admin.call(api.approveClass, { params })).toEqual({ modifiedCount: 1 })
    const shown = await school.visitor.call(api.listApprovedClasses)
    expect(shown.map(({ _id }) => _id)).toContain(taught.id)
  })

  it('is denied, and stands nowhere in public', async () => {
    const { admin, instructor, params } = await pending()
    expect(await admin.call(api.denyClass, { params })).toEqual({ modifiedCount: 1 })
    expect(await instructor.call(api.getClass, { params })).toMatchObject({ status: 'deny' })
    expect(await codeOf(school.visitor.call(api.getClass, { params }))).toBe('NOT_FOUND')
  })

  it('is decided once: of two admins one hears 0, and so does whoever repeats it', async () => {
    const { admin, instructor, params } = await pending()
    const other = await school.signedIn('admin')
    const both = await Promise.all([admin.call(api.approveClass, { params }), other.call(api.denyClass, { params })])
    expect(both.map(({ modifiedCount }) => modifiedCount).sort()).toEqual([0, 1])
    const { status } = await instructor.call(api.getClass, { params })
    expect(status).toBe(both[0].modifiedCount ? 'approve' : 'deny')
    expect(await admin.call(api.approveClass, { params })).toEqual({ modifiedCount: 0 })
    expect(await admin.call(api.denyClass, { params })).toEqual({ modifiedCount: 0 })
  })

  it('and was edited after an admin read it, is not decided by what they read', async () => {
    const { admin, instructor, params } = await pending()
    const { version: ifMatch } = await admin.call(api.getClass, { params })
    await instructor.call(api.changeClass, { params, body: { price: 9000 } })
    for (const decide of [api.approveClass, api.denyClass])
      expect(await codeOf(admin.call(decide, { params }, { ifMatch }))).toBe('CHANGED_MEANWHILE')
    const { version } = await admin.call(api.getClass, { params })
    expect(await admin.call(api.approveClass, { params }, { ifMatch: version })).toEqual({ modifiedCount: 1 })
  })

  it('is not decided any more once it is withdrawn', async () => {
    const { admin, instructor, params } = await pending()
    await instructor.call(api.withdrawClass, { params })
    expect(await admin.call(api.approveClass, { params })).toEqual({ modifiedCount: 0 })
  })

  it('is not found by an id that is none, nor once it is deleted', async () => {
    const { admin, instructor, params } = await pending()
    await instructor.call(api.deleteClass, { params })
    for (const id of [params.id, 'no-id', '00000000-0000-4000-8000-000000000000'])
      for (const decide of [api.approveClass, api.denyClass])
        expect(await codeOf(admin.call(decide, { params: { id } }))).toBe('NOT_FOUND')
  })
})

describe('feedback', () => {
  const feedback = 'Fewer seats, please. <script>alert(1)</script>'

  it('is overwritten, for the eyes of its instructor and admins', async () => {
    const { admin, instructor, params } = await pending()
    expect(await admin.call(api.giveFeedback, { params, body: { feedback: 'First' } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.giveFeedback, { params, body: { feedback } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.giveFeedback, { params, body: { feedback } })).toEqual({ modifiedCount: 0 })
    expect((await instructor.call(api.getClass, { params })).feedback).toBe(feedback)
    await admin.call(api.approveClass, { params })
    expect((await school.visitor.call(api.getClass, { params })).feedback).toBe('no feedback')
    expect(JSON.stringify(await school.visitor.call(api.listApprovedClasses))).not.toContain('Fewer seats')
  })

  it('is not blank', async () => {
    const { admin, params } = await pending()
    const answer = await admin.request('PATCH', `/api/feedback/${params.id}`, { body: { feedback: ' ' } })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'feedback: Please field is require'])
  })

  it('of two admins who write at once is that of the first; the second is told', async () => {
    const { admin, params } = await pending()
    const { version: ifMatch } = await admin.call(api.getClass, { params })
    const other = await school.signedIn('admin')
    await other.call(api.giveFeedback, { params, body: { feedback: 'Theirs' } }, { ifMatch })
    const mine = admin.call(api.giveFeedback, { params, body: { feedback: 'Mine' } }, { ifMatch })
    expect(await codeOf(mine)).toBe('CHANGED_MEANWHILE')
    expect((await admin.call(api.getClass, { params })).feedback).toBe('Theirs')
  })
})

describe('what an instructor is written', () => {
  it('is a letter for an approval, a denial and feedback, once each', async () => {
    const admin = await school.signedIn('admin')
    const { instructor, params } = await teaching(school, { status: 'pending', name: 'Fog\nBcc: x@y.test' })
    const { params: other, instructor: second } = await teaching(school, { status: 'pending' })
    await admin.call(api.giveFeedback, { params, body: { feedback: 'Which <b>pier</b>?' } })
    await admin.call(api.approveClass, { params })
    await admin.call(api.approveClass, { params })
    await admin.call(api.denyClass, { params: other })
    const mails = await school.mails()
    const to = ({ user }: typeof instructor) => mails.filter(({ to: [first] = [] }) => first?.address === user.email)
    const subjects = to(instructor).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual(['Approved: Fog Bcc: x@y.test', 'Feedback: Fog Bcc: x@y.test'])
    expect(
      to(instructor)
        .map(({ html }) => html)
        .join(),
    ).toContain('Which &lt;b&gt;pier&lt;/b&gt;?')
    expect(to(second).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Not approved: /)])
  })
})
