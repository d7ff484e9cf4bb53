import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type ClassRow, makeClass, makeUser, type UserRow } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()
let teachers: UserRow[]
let approved: ClassRow[]
let denied: ClassRow
beforeAll(async () => {
  const { db } = application.services
  teachers = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => makeUser(db, 'instructor', { name: `Teacher ${n}`, createdAt: n })),
  )
  approved = []
  for (const [n, teacher] of [...teachers, ...teachers].entries()) {
    approved.push(
      await makeClass(db, { instructorId: teacher.id, enroll: n, createdAt: n, feedback: 'for the instructor' }),
    )
  }
  denied = await makeClass(db, {
    instructorId: teachers[0]?.id ?? '',
    status: 'deny',
    enroll: 99,
    feedback: 'Too many seats.',
  })
  await makeClass(db, { instructorId: teachers[0]?.id ?? '', status: 'pending', enroll: 99 })
})

describe('the catalogue', () => {
  it('contains approved classes only, newest first, without feedback', async () => {
    const listed = await application.visitor.call(api.listApprovedClasses)
    expect(listed.map(({ _id }) => _id)).toEqual(approved.map(({ id }) => id).reverse())
    expect(new Set(listed.map(({ feedback }) => feedback))).toEqual(new Set(['no feedback']))
  })

  it('lists the six approved classes with the most enrolments', async () => {
    const popular = await application.visitor.call(api.listPopularClasses)
    expect(popular.map(({ enroll }) => enroll)).toEqual([15, 14, 13, 12, 11, 10])
  })

  it('lists the six instructors with the most enrolments in approved classes, each once', async () => {
    const top = await application.visitor.call(api.listTopInstructors)
    expect(top.map(({ instructorName, enrollSum }) => [instructorName, enrollSum])).toEqual([
      ['Teacher 8', 22],
      ['Teacher 7', 20],
      ['Teacher 6', 18],
      ['Teacher 5', 16],
      ['Teacher 4', 14],
      ['Teacher 3', 12],
    ])
  })

  it('lists every instructor, newest first, with the number of their approved classes and the enrolments in them', async () => {
    const listed = await application.visitor.call(api.listInstructors)
    expect(listed.map(({ name }) => name)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((n) => `Teacher ${n}`))
    // The first teacher has a denied and a pending class, too.
    expect(new Set(listed.map(({ classes }) => classes))).toEqual(new Set([2]))
    expect(listed.slice(0, 2).map(({ enrollSum }) => enrollSum)).toEqual([22, 20])
  })
})

describe('a class', () => {
  it('is shown to anyone when it is approved', async () => {
    const params = { id: approved[0]?.id ?? '' }
    expect(await application.visitor.call(api.getClass, { params })).toMatchObject({
      _id: params.id,
      feedback: 'no feedback',
    })
  })

  it('is shown with its feedback to its instructor and admins only when it is denied', async () => {
    const params = { id: denied.id }
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.getClass, { params })).toMatchObject({ status: 'deny', feedback: 'Too many seats.' })
    expect(await catchCode(application.visitor.call(api.getClass, { params }))).toBe('NOT_FOUND')
    for (const role of ['student', 'instructor'] as const) {
      expect(await catchCode((await application.signedIn(role)).call(api.getClass, { params }))).toBe('NOT_FOUND')
    }
  })

  it.each(['no-id', '00000000-0000-4000-8000-000000000000', "' or 1=1 --", '%00'])('is not found by %s', async (id) => {
    expect((await application.visitor.request('GET', `/api/class/${encodeURIComponent(id)}`)).statusCode).toBe(404)
  })
})
