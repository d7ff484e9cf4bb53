import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { MailingChange, NewMailing } from '#contract/mailings.ts'
import { MAX_PAGE_TEXT_LENGTH } from '#contract/values/limits.ts'
import { makeClass, makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { readCode } from '../../../testing/instructor.ts'
import { haveDraft, haveSent, haveSubscribers } from '../../../testing/mailings.ts'
import { readHeader } from '../../../testing/sent-emails.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'

const application = openForThisFile()
let admin: Visitor & { user: { email: string } }
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const read = (id: string) => admin.call(api.getMailing, { params: { id } })
const change = (id: string, body: MailingChange, ifMatch?: number) =>
  admin.call(api.changeMailing, { params: { id }, body }, { ifMatch })
const count = async (id: string, by: Visitor = admin) =>
  (await by.call(api.countMailingRecipients, { params: { id } })).count
const send = (id: string, by: Visitor = admin, ifMatch?: number) =>
  by.call(api.sendMailing, { params: { id } }, { ifMatch })
const remove = (id: string) => admin.call(api.deleteMailing, { params: { id } })

describe('a draft', () => {
  it('is added with subject and text for subscribers, changed by any subset of its fields, and deleted', async () => {
    const id = await haveDraft(admin)
    expect(await read(id)).toMatchObject({
      ...{ subject: 'Autumn light', text: 'Fog is **coming**.', audience: 'subscribers', state: 'draft' },
      ...{ in_archive: false, slug: null, sent_at: null, classes: [], version: 1, progress: { total: 0 } },
    })
    const { id: classId, name } = await makeClass(application.services.db)
    expect(await change(id, { audience: 'students', classes: [classId, classId] })).toEqual({ modifiedCount: 1 })
    expect(await read(id)).toMatchObject({ classes: [classId], class_names: [name], version: 2 })
    expect(await change(id, { audience: 'students', classes: [classId] })).toEqual({ modifiedCount: 0 })
    expect(await change(id, { classes: [] })).toEqual({ modifiedCount: 1 })
    expect(await read(id)).toMatchObject({ classes: [], version: 3 })
    expect(await remove(id)).toEqual({ deletedCount: 1 })
    expect(await catchCode(read(id))).toBe('NOT_FOUND')
    expect(await catchCode(change(id, { subject: 'Gone' }))).toBe('NOT_FOUND')
    expect(await catchCode(remove(id))).toBe('NOT_FOUND')
  })

  it('is changed and sent from the version that was read only', async () => {
    await haveSubscribers(application, 1)
    const id = await haveDraft(admin)
    expect(await change(id, { subject: 'Mine' }, 1)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(change(id, { text: 'Theirs' }, 1))).toBe('CHANGED_MEANWHILE')
    expect(await catchCode(send(id, admin, 1))).toBe('CHANGED_MEANWHILE')
    expect(await read(id)).toMatchObject({ subject: 'Mine', text: 'Fog is **coming**.', state: 'draft' })
  })

  it('is of one of two admins who save the same version at the same time', async () => {
    const id = await haveDraft(admin)
    const other = await application.signedIn('admin')
    const save = (by: Visitor, text: string) =>
      by.call(api.changeMailing, { params: { id }, body: { text } }, { ifMatch: 1 })
    const codes = await Promise.all([readCode(save(admin, 'Mine')), readCode(save(other, 'Theirs'))])
    expect(codes.toSorted()).toEqual(['CHANGED_MEANWHILE', null])
  })

  it.each<[string, Partial<NewMailing>]>([
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'Hello\r\nBcc: all@example.test' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['text', { text: '' }],
    ['text', { text: 'x'.repeat(MAX_PAGE_TEXT_LENGTH + 1) }],
    ['text', { text: '![x](https://tracker.example/1x1-x.webp)' }],
    ['text', { text: '![x](/pictures/none/10x10-UklGRg.webp)' }],
    ['audience', { audience: 'everyone' as 'students' }],
    ['classes', { classes: ['no-such-class'] }],
    ['classes', { classes: ['00000000-0000-4000-8000-000000000000'] }],
    ['in_archive', { audience: 'students', in_archive: true }],
  ])('is refused with an invalid %s, and the message names the field: %j', async (field, more) => {
    const { code, message } = await catchError(haveDraft(admin, more))
    expect([code, message]).toEqual(['INVALID_INPUT', expect.stringMatching(new RegExp(`^${field}: `))])
  })

  it('is read, written and sent by admins only', async () => {
    const id = await haveDraft(admin)
    const params = { id }
    for (const role of ['student', 'instructor'] as const) {
      const by = await application.signedIn(role)
      const calls = [
        by.call(api.listMailings),
        by.call(api.getMailing, { params }),
        by.call(api.listMailingClasses),
        by.call(api.previewMailing, { body: { text: 'x' } }),
        by.call(api.addMailing, { body: { subject: 'x', text: 'x' } as NewMailing }),
        by.call(api.changeMailing, { params, body: { subject: 'x' } }),
        by.call(api.deleteMailing, { params }),
        by.call(api.countMailingRecipients, { params }),
        by.call(api.testMailing, { params }),
        send(id, by),
        by.call(api.stopMailing, { params }),
        by.call(api.continueMailing, { params }),
        by.call(api.retryMailing, { params }),
      ]
      expect(new Set(await Promise.all(calls.map(readCode)))).toEqual(new Set(['NOT_ALLOWED']))
    }
    expect(await catchCode(application.visitor.call(api.getMailing, { params }))).toBe('NOT_SIGNED_IN')
  })

  it('is shown as recipients would see it, without what Markdown does not have', async () => {
    const text = '# Fog\n\nHi <script>x</script> [us](/classes) [bad](javascript:x)'
    const { html } = await admin.call(api.previewMailing, { body: { text } })
    expect(html).toBe('<h2>Fog</h2><p>Hi &lt;script&gt;x&lt;/script&gt; <a href="/classes">us</a> bad</p>')
  })

  it('is listed with the newest first, and found by its subject', async () => {
    const id = await haveDraft(admin, { subject: 'Rare lenses' })
    const { rows, total } = await admin.call.page(api.listMailings, { query: { page: 1, q: 'rare' } })
    expect([rows.map(({ _id }) => _id), total]).toEqual([[id], 1])
    expect((await admin.call(api.listMailings))[0]?._id).toBe(id)
  })
})

describe('a test', () => {
  it('reaches the caller only, with absolute links and a text, and no link to unsubscribe', async () => {
    const own = await openForThisTest()
    const by = await own.signedIn('admin')
    await haveSubscribers(own, 1)
    const id = await haveDraft(by, { text: 'Fog, [see](/classes).' })
    expect(await by.call(api.testMailing, { params: { id } })).toEqual({ email: by.user.email })
    const mails = await own.readEmails()
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([[by.user.email, 'Test: Autumn light']])
    const [mail] = mails
    expect(mail?.html).toContain(`<p>Fog, <a href="${own.services.publicUrl}/classes">see</a>.</p>`)
    expect(mail?.text).toContain(`Fog, see (${own.services.publicUrl}/classes).`)
    expect(mail && readHeader(mail, 'list-unsubscribe')).toBeUndefined()
    expect(await by.call(api.getMailing, { params: { id } })).toMatchObject({ state: 'draft' })
  })

  it('is limited to 10 in ten minutes', async () => {
    const by = await application.signedIn('admin')
    const id = await haveDraft(by)
    const test = () => by.call(api.testMailing, { params: { id } })
    for (let time = 0; time < 10; time++) await test()
    expect(await catchCode(test())).toBe('TOO_MANY_REQUESTS')
  })
})

describe('the recipients', () => {
  it('of a newsletter are confirmed subscribers whose address is not refused', async () => {
    const own = await openForThisTest()
    const by = await own.signedIn('admin')
    const id = await haveDraft(by)
    expect(await catchCode(send(id, by))).toBe('NO_RECIPIENTS')
    await haveSubscribers(own, 3)
    await haveSubscribers(own, 1, { confirmedAt: null })
    await haveSubscribers(own, 1, { rejectedAt: 2 })
    expect(await count(id, by)).toBe(3)
    expect(await send(id, by)).toEqual({ queuedCount: 3 })
  })

  it('of a message are the students of its classes whose enrolment has not ended, each once', async () => {
    const { db } = application.services
    const [first, second, other] = [await makeClass(db), await makeClass(db), await makeClass(db)]
    const [both, one, deleted, past, elsewhere] = await Promise.all([1, 2, 3, 4, 5].map(() => makeUser(db, 'student')))
    if (!both || !one || !deleted || !past || !elsewhere) throw new Error('five students')
    const enroll = (student: typeof both, taught: typeof first) => makeEnrolment(db, student, taught)
    for (const student of [both, one, deleted]) await enroll(student, first)
    await enroll(both, second)
    await enroll(elsewhere, other)
    const over = await makeRun(db, second.id, { startsAt: Date.now() - 30 * 86_400_000 })
    await makeEnrolment(db, past, { ...second, runId: over.id })
    await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, deleted.id))
    const id = await haveDraft(admin, { audience: 'students', classes: [first.id, second.id] })
    expect(await count(id)).toBe(2)
    const listed = await admin.call(api.listMailingClasses)
    const students = Object.fromEntries(listed.map(({ _id, students }) => [_id, students]))
    expect(students).toMatchObject({ [first.id]: 2, [second.id]: 1, [other.id]: 1 })
    expect(await send(id)).toEqual({ queuedCount: 2 })
    await db.update(runs).set({ canceledAt: 1 }).where(eq(runs.id, other.runId))
    expect(await count(await haveDraft(admin, { audience: 'students', classes: [other.id] }))).toBe(0)
  })

  it('of a message without classes are nobody', async () => {
    const id = await haveDraft(admin, { audience: 'students' })
    expect(await catchCode(send(id))).toBe('NO_RECIPIENTS')
    expect((await read(id)).state).toBe('draft')
  })
})

describe('a mailing that was sent', () => {
  it('cannot be changed, deleted or sent again, and two admins send it once', async () => {
    await haveSubscribers(application, 1)
    const id = await haveDraft(admin)
    const other = await application.signedIn('admin')
    const codes = await Promise.all([readCode(send(id)), readCode(send(id, other))])
    expect(codes.toSorted()).toEqual(['MAILING_SENT', null])
    expect(await catchCode(change(id, { subject: 'Other' }))).toBe('MAILING_SENT')
    expect(await catchCode(change(id, { classes: [(await makeClass(application.services.db)).id] }))).toBe(
      'MAILING_SENT',
    )
    expect(await catchCode(remove(id))).toBe('MAILING_SENT')
    expect(await catchCode(send(id))).toBe('MAILING_SENT')
  })

  it('is in the activity log with each of its steps', async () => {
    await haveSubscribers(application, 1)
    const subject = 'Logged steps'
    const id = await haveSent(admin, { subject })
    const params = { id }
    await admin.call(api.stopMailing, { params })
    await admin.call(api.continueMailing, { params })
    await change(id, { in_archive: true })
    await remove(await haveDraft(admin, { subject }))
    const { rows } = await admin.call.page(api.listActivity, { query: { page: 1, q: subject } })
    const steps = ['deleted', 'added', 'changed', 'continued', 'stopped', 'sent', 'added']
    expect(rows.map(({ deed }) => deed).toSorted()).toEqual(steps.map((step) => `mailing_${step}`).toSorted())
    expect(rows.find(({ deed }) => deed === 'mailing_sent')?.words).toMatch(/^\d+ recipients$/)
  })
})
