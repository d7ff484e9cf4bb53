import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRemark } from '#contract/critique.ts'
import { makeEnrolment, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { assigning, handIn, handInVersion, PIN, submitting } from '../../../testing/critique.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { answers, remarks } from './critique.table.ts'

const application = openForThisFile()

const HOUR = 3_600_000

describe('a brief', () => {
  it('is read by the students of its class, and by its instructor, who changes and deletes it', async () => {
    const { instructor, student, briefId, params, ofBrief, submissionId } = await submitting(application)
    const expected = {
      _id: briefId,
      classId: params.id,
      title: 'Fog',
      text: 'Show depth.',
      count: 3,
      rules: {},
      add_failed: false,
    }
    const own = { _id: submissionId, state: 'open', late: false, pictures: 0, unread: false }
    expect(await student.call(api.listClassBriefs, { params })).toMatchObject([{ ...expected, submission: own }])
    expect(await student.call(api.listBriefs)).toMatchObject([expected])
    expect(await student.call(api.getBrief, ofBrief)).toMatchObject({ ...expected, submission: own })
    expect(await instructor.call(api.getBrief, ofBrief)).toMatchObject({ ...expected, submission: null })
    const version = (await instructor.call(api.getBrief, ofBrief)).version
    const change = (title: string, ifMatch?: number) =>
      instructor.call(api.changeBrief, { ...ofBrief, body: { title } }, ifMatch === undefined ? {} : { ifMatch })
    expect(await change('Mist', version)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(change('Rain', version))).toBe('CHANGED_MEANWHILE')
    expect(await change('Mist')).toEqual({ modifiedCount: 0 })
    expect(await instructor.call(api.deleteBrief, ofBrief)).toEqual({ deletedCount: 1 })
    expect(await catchCode(student.call(api.getBrief, ofBrief))).toBe('NOT_FOUND')
    const admin = await application.signedIn('admin')
    const log = await admin.call(api.listActivity)
    expect(log.map(({ deed }) => deed)).toEqual(
      expect.arrayContaining(['brief_added', 'brief_changed', 'brief_deleted']),
    )
  })

  it('keeps the seconds of its due time where a form sends the same minute back', async () => {
    const { instructor, ofBrief } = await submitting(application)
    const due_at = Math.floor((Date.now() + HOUR) / 60_000) * 60_000 + 17_000
    expect(await instructor.call(api.changeBrief, { ...ofBrief, body: { due_at } })).toEqual({ modifiedCount: 1 })
    const { due } = await instructor.call(api.getBrief, ofBrief)
    expect(await instructor.call(api.changeBrief, { ...ofBrief, body: { due } })).toEqual({ modifiedCount: 0 })
    expect(await instructor.call(api.getBrief, ofBrief)).toMatchObject({ due_at, due })
  })

  it('is refused with a time that is over, without one, and to others than the instructor', async () => {
    const { instructor, params, ofBrief, student } = await submitting(application)
    const body = { title: 'Fog', count: 1, due_at: Date.now() + HOUR }
    const add = (values: object) => catchCode(instructor.call(api.addBrief, { params, body: { ...body, ...values } }))
    for (const values of [
      { due_at: Date.now() - 1 },
      { due_at: undefined },
      { due_at: undefined, due: '2027-02-30T10:00' },
      { count: 0 },
      { count: 73 },
      { title: ' ' },
      { text: 'x '.repeat(25_000) },
      { rules: { shutter_at_least: 'slow' } },
      { rules: { iso_at_most: -1 } },
    ])
      expect(await add(values)).toBe('INVALID_INPUT')
    expect(await add({ runId: briefIdOfNone })).toBe('NOT_FOUND')
    for (const [role, code] of [
      ['student', 'NOT_ALLOWED'],
      ['admin', 'NOT_ALLOWED'],
      ['instructor', 'NOT_FOUND'],
    ] as const) {
      const other = await application.signedIn(role)
      expect(await catchCode(other.call(api.addBrief, { params, body }))).toBe(code)
      expect(await catchCode(other.call(api.changeBrief, { ...ofBrief, body: { title: 'x' } }))).toBe(code)
      expect(await catchCode(other.call(api.deleteBrief, ofBrief))).toBe(code)
    }
    const stranger = await application.signedIn('student')
    expect(await catchCode(stranger.call(api.listClassBriefs, { params }))).toBe('NOT_FOUND')
    expect(await catchCode(stranger.call(api.getBrief, ofBrief))).toBe('NOT_FOUND')
    expect(await catchCode(stranger.call(api.beginSubmission, ofBrief))).toBe('NOT_FOUND')
    expect(await stranger.call(api.listBriefs)).toEqual([])
    expect(await catchCode(student.call(api.listSubmissions, ofBrief))).toBe('NOT_ALLOWED')
  })

  it('of a run is for its students, and is due by the clock of its zone', async () => {
    const { instructor, student, taught, params } = await submitting(application)
    const run = await makeRun(application.services.db, taught.id, { timeZone: 'Asia/Tokyo' })
    const body = { title: 'Neon', count: 2, due: '2030-07-01T18:00', runId: run.id }
    const { insertedId } = await instructor.call(api.addBrief, { params, body })
    const ofBrief = { params: { id: insertedId } }
    expect((await student.call(api.listBriefs)).map(({ title }) => title)).toEqual(['Fog'])
    expect(await catchCode(student.call(api.beginSubmission, ofBrief))).toBe('NOT_FOUND')
    const ofRun = await application.signedIn('student')
    await makeEnrolment(application.services.db, ofRun.user, { ...taught, runId: run.id })
    expect(await ofRun.call(api.getBrief, ofBrief)).toMatchObject({
      ...{ runId: run.id, due: '2030-07-01T18:00', time_zone: 'Asia/Tokyo', due_at: Date.UTC(2030, 6, 1, 9) },
    })
    expect((await ofRun.call(api.listBriefs)).map(({ title }) => title)).toEqual(['Neon', 'Fog'])
  })
})

const briefIdOfNone = '00000000-0000-4000-8000-000000000009'

describe('a submission', () => {
  it('is begun once', async () => {
    const { student, ofBrief, submissionId } = await submitting(application)
    const begin = () => student.call(api.beginSubmission, ofBrief)
    const [one, other] = await Promise.all([begin(), begin()])
    expect([one, other]).toEqual([{ insertedId: submissionId }, { insertedId: submissionId }])
  })

  it('waits in the queue from its oldest picture without critique until a remark on each is released', async () => {
    const { student, instructor, submissionId, ofSubmission, briefId, params } = await submitting(application)
    const queue = () => instructor.call(api.listCritiqueQueue)
    expect(await queue()).toEqual([])
    const first = await handIn(student, submissionId)
    const second = await handIn(student, submissionId)
    const [row] = await queue()
    expect(row).toMatchObject({ _id: submissionId, briefId, classId: params.id, title: 'Fog', state: 'open' })
    expect(row?.student._id).toBe(student.user.id)
    const criticize = async (id: string) => {
      await instructor.call(api.addRemark, { params: { id }, body: PIN })
      await instructor.call(api.releaseCritique, ofSubmission)
    }
    await instructor.call(api.addRemark, { params: { id: first.versionId }, body: PIN })
    expect(await queue()).toHaveLength(1)
    await criticize(first.versionId)
    expect(await queue()).toMatchObject([{ state: 'released' }])
    expect((await queue())[0]?.waiting_since).toBeGreaterThanOrEqual(row?.waiting_since ?? Number.POSITIVE_INFINITY)
    await criticize(second.versionId)
    expect(await queue()).toEqual([])
    await handInVersion(student, first.insertedId)
    expect(await queue()).toHaveLength(1)
    await student.call(api.deletePicture, { params: { id: first.insertedId } })
    expect(await queue()).toEqual([])
  })

  it('is in the queue of its own instructor and of admins, oldest first, a page at a time', async () => {
    const at = await submitting(application)
    await handIn(at.student, at.submissionId)
    const admin = await application.signedIn('admin')
    const { rows, total } = await admin.call.page(api.listCritiqueQueue, { query: { rows: 1 } })
    expect([rows.length, total >= 1]).toEqual([1, true])
    const ids = (await admin.call(api.listCritiqueQueue, { query: { rows: 100 } })).map(({ _id }) => _id)
    expect(ids).toContain(at.submissionId)
    const other = await application.signedIn('instructor')
    expect(await other.call(api.listCritiqueQueue)).toEqual([])
    expect(await catchCode(at.student.call(api.listCritiqueQueue))).toBe('NOT_ALLOWED')
    expect(await at.instructor.call(api.listSubmissions, at.ofBrief)).toMatchObject([
      { _id: at.submissionId, pictures: 1 },
    ])
    expect(await catchCode(other.call(api.listSubmissions, at.ofBrief))).toBe('NOT_FOUND')
  })
})

describe('remarks', () => {
  const KINDS: NewRemark[] = [
    { ...PIN, geometry: { x: 0.123456789, y: 1 } },
    { kind: 'area', geometry: { x: 0.5, y: 0.5, w: 0.5, h: 0.5 }, text: '' },
    {
      kind: 'line',
      geometry: {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
      text: 'Here',
    },
    { kind: 'crop', geometry: { x: 0, y: 0, w: 1, h: 0.5 }, text: '' },
    { kind: 'note', geometry: null, text: '**Bold** note' },
  ]

  it('of every kind are numbered, drafted, released with the name of their author, and read', async () => {
    const { student, instructor, submissionId, ofSubmission } = await submitting(application)
    const { versionId } = await handIn(student, submissionId)
    const ofVersion = { params: { id: versionId } }
    for (const body of KINDS) await instructor.call(api.addRemark, { ...ofVersion, body })
    expect(await student.call(api.listRemarks, ofVersion)).toEqual([])
    expect(await instructor.call(api.releaseCritique, ofSubmission)).toEqual({ modifiedCount: 5 })
    expect(await instructor.call(api.releaseCritique, ofSubmission)).toEqual({ modifiedCount: 0 })
    const remarks = await student.call(api.listRemarks, ofVersion)
    expect(remarks).toMatchObject(KINDS.map(({ kind }, at) => ({ kind, number: at + 1, versionId, state: 'released' })))
    expect(remarks[0]).toMatchObject({ geometry: { x: 0.12346, y: 1 }, author: { name: instructor.user.name } })
    const get = () => student.call(api.getSubmission, ofSubmission)
    expect(await get()).toMatchObject({ state: 'released', unread: true })
    expect((await instructor.call(api.getSubmission, ofSubmission)).unread).toBe(false)
    const read = () => student.call(api.markSubmissionRead, ofSubmission)
    expect([await read(), await read()]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
    const [first] = remarks
    const change = { params: { id: first?._id ?? '' }, body: { text: 'Better light.' } }
    expect(await instructor.call(api.changeRemark, change)).toEqual({ modifiedCount: 1 })
    expect(await get()).toMatchObject({ unread: true })
    await instructor.call(api.deleteRemark, { params: change.params })
    expect(await student.call(api.listRemarks, ofVersion)).toHaveLength(4)
  })

  it.each([
    ['a pin outside', { kind: 'pin', geometry: { x: 1.01, y: 0 } }],
    ['a pin without a place', { kind: 'pin', geometry: null }],
    ['a pin with the place of an area', { kind: 'pin', geometry: { x: 0, y: 0, w: 1, h: 1 } }],
    ['a pin without a text', { ...PIN, text: '  ' }],
    ['an area beyond the edge', { kind: 'area', geometry: { x: 0.6, y: 0, w: 0.5, h: 0.5 } }],
    ['an area without a size', { kind: 'area', geometry: { x: 0.6, y: 0, w: 0, h: 0.5 } }],
    ['a crop of one pixel', { kind: 'crop', geometry: { x: 0.5, y: 0.5, w: 0.0002, h: 0.0003 } }],
    ['a crop that is a pin', { kind: 'crop', geometry: { x: 0.5, y: 0.5 } }],
    ['a line of one point', { kind: 'line', geometry: { points: [[0.5, 0.5]] } }],
    [
      'a line without a length',
      {
        kind: 'line',
        geometry: {
          points: [
            [0.5, 0.5],
            [0.5, 0.5],
          ],
        },
      },
    ],
    [
      'a line of too many points',
      { kind: 'line', geometry: { points: Array.from({ length: 501 }, () => [0.1, 0.2]) } },
    ],
    ['a note with a place', { kind: 'note', geometry: { x: 0.5, y: 0.5 } }],
    ['numbers that are none', { kind: 'pin', geometry: { x: '0.5', y: null } }],
    ['another kind', { kind: 'circle', geometry: { x: 0.5, y: 0.5 } }],
    ['50 KB', { ...PIN, text: 'x '.repeat(25_000) }],
    ['a text that cannot be stored', { ...PIN, text: 'a\0b' }],
  ])('are refused with %s', async (_, values) => {
    const { student, instructor, submissionId } = await submitting(application)
    const { versionId } = await handIn(student, submissionId)
    const body = { text: 'x', ...values } as NewRemark
    expect(await catchCode(instructor.call(api.addRemark, { params: { id: versionId }, body }))).toBe('INVALID_INPUT')
  })

  it('that two tabs change do not overwrite each other, and stay on their version', async () => {
    const { student, instructor, submissionId } = await submitting(application)
    const { insertedId, versionId } = await handIn(student, submissionId)
    const second = await handInVersion(student, insertedId)
    const { insertedId: id } = await instructor.call(api.addRemark, { params: { id: versionId }, body: PIN })
    const change = (body: object, ifMatch: number) =>
      instructor.call(api.changeRemark, { params: { id }, body }, { ifMatch })
    await change({ text: 'One tab', versionId: second }, 1)
    expect(await catchCode(change({ text: 'Another tab' }, 1))).toBe('CHANGED_MEANWHILE')
    expect(await catchCode(change({ geometry: { x: 0, y: 0, w: 1, h: 1 } }, 2))).toBe('INVALID_INPUT')
    for (const body of [{ geometry: { x: 0.5, y: -0.01 } }, { text: 'x '.repeat(25_000) }, { text: ' ' }])
      expect(await catchCode(change(body, 2))).toBe('INVALID_INPUT')
    const [remark] = await instructor.call(api.listRemarks, { params: { id: versionId } })
    expect(remark).toMatchObject({ text: 'One tab', versionId, version: 2 })
  })

  it('of instructor and admin are released by each, at once too, side by side', async () => {
    const { student, instructor, submissionId, ofSubmission } = await submitting(application)
    const { versionId } = await handIn(student, submissionId)
    const admin = await application.signedIn('admin')
    const ofVersion = { params: { id: versionId } }
    await Promise.all([instructor, admin].map((staff) => staff.call(api.addRemark, { ...ofVersion, body: PIN })))
    await instructor.call(api.releaseCritique, ofSubmission)
    expect(await student.call(api.listRemarks, ofVersion)).toHaveLength(1)
    await Promise.all([instructor, admin].map((staff) => staff.call(api.releaseCritique, ofSubmission)))
    const names = (await student.call(api.listRemarks, ofVersion)).map(({ author }) => author.name)
    expect(names.toSorted()).toEqual([instructor.user.name, admin.user.name].toSorted())
  })

  it('are answered by the student and by staff', async () => {
    const { student, instructor, submissionId, ofSubmission } = await submitting(application)
    const { versionId } = await handIn(student, submissionId)
    const ofVersion = { params: { id: versionId } }
    const { insertedId } = await instructor.call(api.addRemark, { ...ofVersion, body: PIN })
    await instructor.call(api.releaseCritique, ofSubmission)
    await student.call(api.markSubmissionRead, ofSubmission)
    const answer = (visitor: typeof student, text: string) =>
      visitor.call(api.answerRemark, { params: { id: insertedId }, body: { text } })
    await answer(student, 'Thank you.')
    expect((await student.call(api.getSubmission, ofSubmission)).unread).toBe(false)
    await answer(instructor, 'Gladly.')
    expect((await student.call(api.getSubmission, ofSubmission)).unread).toBe(true)
    for (const text of [' ', 'x '.repeat(25_000)]) expect(await catchCode(answer(student, text))).toBe('INVALID_INPUT')
    const [remark] = await student.call(api.listRemarks, ofVersion)
    expect(remark?.answers).toMatchObject([
      { text: 'Thank you.', author: { name: student.user.name } },
      { text: 'Gladly.', author: { name: instructor.user.name } },
    ])
  })

  it('are in what their author and the student of the picture download, without drafts of others', async () => {
    const { student, instructor, submissionId, ofSubmission } = await submitting(application)
    const { versionId } = await handIn(student, submissionId)
    const ofVersion = { params: { id: versionId } }
    await instructor.call(api.addRemark, { ...ofVersion, body: PIN })
    await instructor.call(api.releaseCritique, ofSubmission)
    await instructor.call(api.addRemark, { ...ofVersion, body: { ...PIN, text: 'Draft' } })
    const own = await student.call(api.getOwnData)
    expect(own.submissions).toMatchObject([{ _id: submissionId, remarks: [{ text: PIN.text }] }])
    expect(own.submissions[0]?.remarks).toHaveLength(1)
    expect(own.written_remarks).toEqual([])
    const written = (await instructor.call(api.getOwnData)).written_remarks
    expect(written.map(({ text }) => text).toSorted()).toEqual(['Draft', PIN.text])
  })

  it('of an author whose account is deleted stay, but not their drafts', async () => {
    const { student, submissionId, ofSubmission } = await submitting(application)
    const { versionId } = await handIn(student, submissionId)
    const [admin, other] = [await application.signedIn('admin'), await application.signedIn('admin')]
    const ofVersion = { params: { id: versionId } }
    await admin.call(api.addRemark, { ...ofVersion, body: PIN })
    await admin.call(api.releaseCritique, ofSubmission)
    await admin.call(api.addRemark, { ...ofVersion, body: { ...PIN, text: 'Draft' } })
    await other.call(api.deleteUser, { params: { id: admin.user.id } })
    expect((await student.call(api.listRemarks, ofVersion)).map(({ text }) => text)).toEqual([PIN.text])
  })

  it('stay for their author without the picture, where its student deletes the account, and go with both accounts', async () => {
    const { student, instructor, submissionId, ofSubmission } = await submitting(application)
    const { versionId } = await handIn(student, submissionId)
    const ofVersion = { params: { id: versionId } }
    const { insertedId: id } = await instructor.call(api.addRemark, { ...ofVersion, body: PIN })
    await instructor.call(api.releaseCritique, ofSubmission)
    await student.call(api.answerRemark, { params: { id }, body: { text: 'Thank you.' } })
    await instructor.call(api.answerRemark, { params: { id }, body: { text: 'Gladly.' } })
    const admin = await application.signedIn('admin')
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    const { written_remarks: written, written_answers } = await instructor.call(api.getOwnData)
    expect(written_answers).toMatchObject([{ remarkId: id, text: 'Gladly.' }])
    expect(written).toMatchObject([{ _id: id, text: PIN.text, versionId: null }])
    expect(await catchCode(instructor.call(api.changeRemark, { params: { id }, body: { text: 'x' } }))).toBe(
      'NOT_FOUND',
    )
    const { db } = application.services
    const isOfRemark = eq(answers.remarkId, id)
    expect((await db.select().from(answers).where(isOfRemark)).map(({ text }) => text)).toEqual(['Gladly.'])
    await admin.call(api.deleteUser, { params: { id: instructor.user.id } })
    expect(await db.$count(remarks, eq(remarks.id, id))).toBe(0)
  })

  it('go with a picture that its student deletes', async () => {
    const { student, instructor, submissionId } = await submitting(application)
    const { insertedId, versionId } = await handIn(student, submissionId)
    await instructor.call(api.addRemark, { params: { id: versionId }, body: PIN })
    await student.call(api.deletePicture, { params: { id: insertedId } })
    expect((await instructor.call(api.getOwnData)).written_remarks).toEqual([])
  })
})

it('a class without a brief has an empty list for its students', async () => {
  const at = await assigning(application)
  const student = await application.signedIn('student')
  await makeEnrolment(application.services.db, student.user, at.taught)
  await at.instructor.call(api.deleteBrief, at.ofBrief)
  expect(await student.call(api.listClassBriefs, { params: at.params })).toEqual([])
})
