import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()

const pending = async () => ({
  ...(await teaching(application, { status: 'pending' })),
  admin: await application.signedIn('admin'),
})

describe('a pending class', () => {
  it('is in the catalogue as soon as it is approved', async () => {
    const { admin, taught, params } = await pending()
    await application.visitor.call(api.listApprovedClasses)
    expect(await admin.call(api.approveClass, { params })).toEqual({ modifiedCount: 1 })
    const shown = await application.visitor.call(api.listApprovedClasses)
    expect(shown.map(({ _id }) => _id)).toContain(taught.id)
  })

  it('is not public when it is denied', async () => {
    const { admin, instructor, params } = await pending()
    expect(await admin.call(api.denyClass, { params })).toEqual({ modifiedCount: 1 })
    expect(await instructor.call(api.getClass, { params })).toMatchObject({ status: 'deny' })
    expect(await catchCode(application.visitor.call(api.getClass, { params }))).toBe('NOT_FOUND')
  })

  it('is decided once: a second admin and a repeated call get 0', async () => {
    const { admin, instructor, params } = await pending()
    const other = await application.signedIn('admin')
    const both = await Promise.all([admin.call(api.approveClass, { params }), other.call(api.denyClass, { params })])
    expect(both.map(({ modifiedCount }) => modifiedCount).sort()).toEqual([0, 1])
    const { status } = await instructor.call(api.getClass, { params })
    expect(status).toBe(both[0].modifiedCount ? 'approve' : 'deny')
    expect(await admin.call(api.approveClass, { params })).toEqual({ modifiedCount: 0 })
    expect(await admin.call(api.denyClass, { params })).toEqual({ modifiedCount: 0 })
  })

  it('that was edited after an admin read it cannot be decided on the old version', async () => {
    const { admin, instructor, params } = await pending()
    const { version: ifMatch } = await admin.call(api.getClass, { params })
    await instructor.call(api.changeClass, { params, body: { price: 9000 } })
    for (const decide of [api.approveClass, api.denyClass])
      expect(await catchCode(admin.call(decide, { params }, { ifMatch }))).toBe('CHANGED_MEANWHILE')
    const { version } = await admin.call(api.getClass, { params })
    expect(await admin.call(api.approveClass, { params }, { ifMatch: version })).toEqual({ modifiedCount: 1 })
  })

  it('can no longer be decided once it is withdrawn', async () => {
    const { admin, instructor, params } = await pending()
    await instructor.call(api.withdrawClass, { params })
    expect(await admin.call(api.approveClass, { params })).toEqual({ modifiedCount: 0 })
  })

  it('is not found by an invalid id, nor once it is deleted', async () => {
    const { admin, instructor, params } = await pending()
    await instructor.call(api.deleteClass, { params })
    for (const id of [params.id, 'no-id', '00000000-0000-4000-8000-000000000000'])
      for (const decide of [api.approveClass, api.denyClass])
        expect(await catchCode(admin.call(decide, { params: { id } }))).toBe('NOT_FOUND')
  })
})

describe('feedback', () => {
  const feedback = 'Fewer seats, please. <script>alert(1)</script>'

  it('replaces earlier feedback, and is shown to the instructor and admins only', async () => {
    const { admin, instructor, params } = await pending()
    expect(await admin.call(api.giveFeedback, { params, body: { feedback: 'First' } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.giveFeedback, { params, body: { feedback } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.giveFeedback, { params, body: { feedback } })).toEqual({ modifiedCount: 0 })
    expect((await instructor.call(api.getClass, { params })).feedback).toBe(feedback)
    await admin.call(api.approveClass, { params })
    expect((await application.visitor.call(api.getClass, { params })).feedback).toBe('no feedback')
    expect(JSON.stringify(await application.visitor.call(api.listApprovedClasses))).not.toContain('Fewer seats')
  })

  it('must not be blank', async () => {
    const { admin, params } = await pending()
    const response = await admin.request('PATCH', `/api/feedback/${params.id}`, { body: { feedback: ' ' } })
    expect([response.statusCode, response.json().message]).toEqual([400, 'feedback: Please field is require'])
  })

  it('of the first of two concurrent admins is kept, and the second gets a conflict', async () => {
    const { admin, params } = await pending()
    const { version: ifMatch } = await admin.call(api.getClass, { params })
    const other = await application.signedIn('admin')
    await other.call(api.giveFeedback, { params, body: { feedback: 'Theirs' } }, { ifMatch })
    const mine = admin.call(api.giveFeedback, { params, body: { feedback: 'Mine' } }, { ifMatch })
    expect(await catchCode(mine)).toBe('CHANGED_MEANWHILE')
    expect((await admin.call(api.getClass, { params })).feedback).toBe('Theirs')
  })
})

describe('the e-mails to an instructor', () => {
  it('are one for an approval, one for a denial and one for feedback', async () => {
    const admin = await application.signedIn('admin')
    const { instructor, params } = await teaching(application, { status: 'pending', name: 'Fog\nBcc: x@y.test' })
    const { params: other, instructor: second } = await teaching(application, { status: 'pending' })
    await admin.call(api.giveFeedback, { params, body: { feedback: 'Which <b>pier</b>?' } })
    await admin.call(api.approveClass, { params })
    await admin.call(api.approveClass, { params })
    await admin.call(api.denyClass, { params: other })
    const mails = await application.readEmails()
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

  it('have no name for an unconfirmed address, which another person may have chosen', async () => {
    const admin = await application.signedIn('admin')
    const { params, instructor } = await teaching(application, { status: 'pending' })
    const { email } = instructor.user
    const name = 'You won! https://evil.example/prize'
    await application.services.db.update(users).set({ name, identityId: 'attacker' }).where(eq(users.email, email))
    await admin.call(api.approveClass, { params })
    const mail = (await application.readEmails()).find(({ to }) => to?.[0]?.address === email)
    expect(mail?.raw).toContain('Hello,')
    expect(mail?.raw).not.toMatch(/evil|You won/)
  })

  it('quotes feedback in a denial only where there is any', async () => {
    const admin = await application.signedIn('admin')
    const denied = await teaching(application, { status: 'pending', name: 'Silent' })
    const explained = await teaching(application, { status: 'pending', name: 'Explained' })
    await admin.call(api.denyClass, { params: denied.params })
    await admin.call(api.giveFeedback, { params: explained.params, body: { feedback: 'Too dark.' } })
    await admin.call(api.denyClass, { params: explained.params })
    const emails = await application.readEmails()
    const findText = (subject: string) => emails.find((email) => email.subject === subject)?.text
    expect(findText('Not approved: Silent')).not.toMatch(/feedback/i)
    expect(findText('Not approved: Explained')).toMatch(/Our feedback:\s+Too dark\./)
  })
})

describe('the preview of a class', () => {
  it('is its page as visitors would see it, with dates and safe HTML, whatever its status', async () => {
    const { admin, instructor, taught, params } = await pending()
    await instructor.call(api.changeClass, { params, body: { description: '**Bold** <script>1</script>' } })
    await makeRun(application.services.db, taught.id, { startsAt: Date.UTC(2039, 1, 1) })
    const preview = await admin.call(api.previewClass, { params })
    expect(preview).toMatchObject({
      removed: false,
      others: [],
      schoolClass: { _id: taught.id, feedback: 'no feedback' },
    })
    expect(preview.html.description).toContain('<strong>Bold</strong>')
    expect(preview.html.description).not.toContain('<script>')
    expect(preview.schoolClass.runs.map(({ starts_at }) => starts_at)).toContain(Date.UTC(2039, 1, 1))
    await admin.call(api.denyClass, { params })
    expect((await admin.call(api.previewClass, { params })).schoolClass._id).toBe(taught.id)
  })

  it('is for admins only, and not of deleted classes', async () => {
    const { admin, instructor, params } = await pending()
    expect(await catchCode(instructor.call(api.previewClass, { params }))).toBe('NOT_ALLOWED')
    expect(await catchCode((await application.signedIn('student')).call(api.previewClass, { params }))).toBe(
      'NOT_ALLOWED',
    )
    expect(await catchCode(application.visitor.call(api.previewClass, { params }))).toBe('NOT_SIGNED_IN')
    await instructor.call(api.deleteClass, { params })
    expect(await catchCode(admin.call(api.previewClass, { params }))).toBe('NOT_FOUND')
    expect(await catchCode(admin.call(api.previewClass, { params: { id: 'no-id' } }))).toBe('NOT_FOUND')
  })
})
