import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type ClassRow, makeClass, makeUser, type UserRow } from '../../demo/factories.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
let teachers: UserRow[]
let approved: ClassRow[]
let denied: ClassRow
beforeAll(async () => {
  school = await openTestSchool()
  const { db } = school.parts
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
afterAll(() => school.close())

describe('the catalogue', () => {
  it('has the approved classes only, newest first, without the admins’ words', async () => {
    const listed = await school.visitor.call(api.listApprovedClasses)
    expect(listed.map(({ _id }) => _id)).toEqual(approved.map(({ id }) => id).reverse())
    expect(new Set(listed.map(({ feedback }) => feedback))).toEqual(new Set(['no feedback']))
  })

  it('names the six approved classes with the most enrolments', async () => {
    const popular = await school.visitor.call(api.listPopularClasses)
    expect(popular.map(({ enroll }) => enroll)).toEqual([15, 14, 13, 12, 11, 10])
  })

  it('names the six instructors with the most enrolments in approved classes, once each', async () => {
    const top = await school.visitor.call(api.listTopInstructors)
    expect(top.map(({ instructorName, enrollSum }) => [instructorName, enrollSum])).toEqual([
      ['Teacher 8', 22],
      ['Teacher 7', 20],
      ['Teacher 6', 18],
      ['Teacher 5', 16],
      ['Teacher 4', 14],
      ['Teacher 3', 12],
    ])
  })

  it('names every instructor, newest first', async () => {
    const names = (await school.visitor.call(api.listInstructors)).map(({ name }) => name)
    expect(names).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((n) => `Teacher ${n}`))
  })
})

describe('one class', () => {
  it('is shown to anyone when it is approved', async () => {
    const params = { id: approved[0]?.id ?? '' }
    expect(await school.visitor.call(api.getClass, { params })).toMatchObject({
      _id: params.id,
      feedback: 'no feedback',
    })
  })

  it('is shown with its feedback to its instructor and to admins only, when it is denied', async () => {
    const params = { id: denied.id }
    const admin = await school.signedIn('admin')
    expect(await admin.call(api.getClass, { params })).toMatchObject({ status: 'deny', feedback: 'Too many seats.' })
    expect(await codeOf(school.visitor.call(api.getClass, { params }))).toBe('NOT_FOUND')
    for (const role of ['student', 'instructor'] as const) {
      expect(await codeOf((await school.signedIn(role)).call(api.getClass, { params }))).toBe('NOT_FOUND')
    }
  })

  it.each(['no-id', '00000000-0000-4000-8000-000000000000', "' or 1=1 --", '%00'])('is not found by %s', async (id) => {
    expect((await school.visitor.request('GET', `/api/class/${encodeURIComponent(id)}`)).statusCode).toBe(404)
  })
})
