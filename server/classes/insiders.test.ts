import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeUser } from '../../demo/factories.ts'
import { openTestSchool, schoolForThisTest, type TestSchool } from '../../tests/school.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

describe('the classes of an instructor', () => {
  const newestFirst = ['pending', 'deny', 'approve'] as const
  /** An instructor with a class of each status, beside another's class. */
  const teaching = async () => {
    const instructor = await school.signedIn('instructor')
    const said = { instructorId: instructor.user.id, feedback: 'Too many seats.' }
    for (const [age, status] of newestFirst.entries())
      await makeClass(school.parts.db, { ...said, status, createdAt: 100 - age })
    await makeClass(school.parts.db)
    return { instructor, params: { instructorEmail: instructor.user.email } }
  }

  it('are their own of every status, newest first, with what the admins wrote', async () => {
    const { instructor, params } = await teaching()
    const listed = await instructor.call(api.listClassesOfInstructor, { params })
    expect(listed.map(({ status }) => status)).toEqual(newestFirst)
    expect(new Set(listed.map(({ feedback }) => feedback))).toEqual(new Set(['Too many seats.']))
    expect(new Set(listed.map(({ instructorEmail }) => instructorEmail))).toEqual(new Set([params.instructorEmail]))
  })

  it('are shown alike under the e-mail in any case, and to an admin', async () => {
    const { instructor, params } = await teaching()
    const own = await instructor.call(api.listClassesOfInstructor, { params })
    const shouted = { instructorEmail: params.instructorEmail.toUpperCase() }
    const admin = await school.signedIn('admin')
    expect(await instructor.call(api.listClassesOfInstructor, { params: shouted })).toEqual(own)
    expect(await admin.call(api.listClassesOfInstructor, { params: shouted })).toEqual(own)
  })

  it('are none for who has not added any', async () => {
    const instructor = await school.signedIn('instructor')
    const params = { instructorEmail: instructor.user.email }
    expect(await instructor.call(api.listClassesOfInstructor, { params })).toEqual([])
  })

  it('are not those of somebody deleted who had the same e-mail', async () => {
    const instructor = await school.signedIn('instructor')
    const { email } = instructor.user
    const before = await makeUser(school.parts.db, 'instructor', { email, deletedAt: 1 })
    await makeClass(school.parts.db, { instructorId: before.id })
    const params = { instructorEmail: email }
    expect(await instructor.call(api.listClassesOfInstructor, { params })).toEqual([])
  })

  it('are neither for another instructor nor for a student, not even under their own e-mail', async () => {
    const { params } = await teaching()
    const [other, student] = [await school.signedIn('instructor'), await school.signedIn('student')]
    const own = { instructorEmail: student.user.email }
    expect(await codeOf(other.call(api.listClassesOfInstructor, { params }))).toBe('NOT_ALLOWED')
    expect(await codeOf(student.call(api.listClassesOfInstructor, { params }))).toBe('NOT_ALLOWED')
    expect(await codeOf(student.call(api.listClassesOfInstructor, { params: own }))).toBe('NOT_ALLOWED')
    expect(await codeOf(school.visitor.call(api.listClassesOfInstructor, { params }))).toBe('NOT_SIGNED_IN')
  })

  it.each(['nobody@example.test', 'no e-mail'])('are not found by an admin under %s', async (instructorEmail) => {
    const admin = await school.signedIn('admin')
    expect(await codeOf(admin.call(api.listClassesOfInstructor, { params: { instructorEmail } }))).toBe('NOT_FOUND')
  })
})

describe('all classes', () => {
  it('are shown to an admin in every status, newest first, with what was written on them', async () => {
    const own = await schoolForThisTest()
    const { db } = own.parts
    const approved = await makeClass(db, { createdAt: 1, feedback: 'Well done.' })
    const denied = await makeClass(db, { createdAt: 2, status: 'deny', feedback: 'Too many seats.' })
    const pending = await makeClass(db, { createdAt: 3, status: 'pending' })
    const listed = await (await own.signedIn('admin')).call(api.listAllClasses)
    expect(listed.map(({ _id, status, feedback }) => [_id, status, feedback])).toEqual([
      [pending.id, 'pending', 'no feedback'],
      [denied.id, 'deny', 'Too many seats.'],
      [approved.id, 'approve', 'Well done.'],
    ])
  })

  it.each(['student', 'instructor'] as const)('are not for a %s', async (role) => {
    expect(await codeOf((await school.signedIn(role)).call(api.listAllClasses))).toBe('NOT_ALLOWED')
  })

  it('are not for somebody who is not signed in', async () => {
    expect(await codeOf(school.visitor.call(api.listAllClasses))).toBe('NOT_SIGNED_IN')
  })
})
