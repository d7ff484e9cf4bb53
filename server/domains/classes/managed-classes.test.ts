import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()

describe('the classes of an instructor', () => {
  const newestFirst = ['pending', 'deny', 'approve'] as const
  /** An instructor with a class of each status, beside another's class. */
  const teaching = async () => {
    const instructor = await application.signedIn('instructor')
    const values = { instructorId: instructor.user.id, feedback: 'Too many seats.' }
    for (const [age, status] of newestFirst.entries())
      await makeClass(application.services.db, { ...values, status, createdAt: 100 - age })
    await makeClass(application.services.db)
    return { instructor, params: { instructorEmail: instructor.user.email } }
  }

  it('are their own of every status, newest first, with feedback', async () => {
    const { instructor, params } = await teaching()
    const listed = await instructor.call(api.listClassesOfInstructor, { params })
    expect(listed.map(({ status }) => status)).toEqual(newestFirst)
    expect(new Set(listed.map(({ feedback }) => feedback))).toEqual(new Set(['Too many seats.']))
    expect(new Set(listed.map(({ instructorEmail }) => instructorEmail))).toEqual(new Set([params.instructorEmail]))
  })

  it('are the same for the e-mail in any case, and for an admin', async () => {
    const { instructor, params } = await teaching()
    const own = await instructor.call(api.listClassesOfInstructor, { params })
    const upperCase = { instructorEmail: params.instructorEmail.toUpperCase() }
    const admin = await application.signedIn('admin')
    expect(await instructor.call(api.listClassesOfInstructor, { params: upperCase })).toEqual(own)
    expect(await admin.call(api.listClassesOfInstructor, { params: upperCase })).toEqual(own)
  })

  it('are none before the first is added', async () => {
    const instructor = await application.signedIn('instructor')
    const params = { instructorEmail: instructor.user.email }
    expect(await instructor.call(api.listClassesOfInstructor, { params })).toEqual([])
  })

  it('do not include those of a deleted user with the same e-mail', async () => {
    const instructor = await application.signedIn('instructor')
    const { email } = instructor.user
    const before = await makeUser(application.services.db, 'instructor', { email, deletedAt: 1 })
    await makeClass(application.services.db, { instructorId: before.id })
    const params = { instructorEmail: email }
    expect(await instructor.call(api.listClassesOfInstructor, { params })).toEqual([])
  })

  it('are refused to another instructor and to a student, even with their own e-mail', async () => {
    const { params } = await teaching()
    const [other, student] = [await application.signedIn('instructor'), await application.signedIn('student')]
    const own = { instructorEmail: student.user.email }
    expect(await catchCode(other.call(api.listClassesOfInstructor, { params }))).toBe('NOT_ALLOWED')
    expect(await catchCode(student.call(api.listClassesOfInstructor, { params }))).toBe('NOT_ALLOWED')
    expect(await catchCode(student.call(api.listClassesOfInstructor, { params: own }))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.listClassesOfInstructor, { params }))).toBe('NOT_SIGNED_IN')
  })

  it.each(['nobody@example.test', 'no e-mail'])('are not found by an admin for %s', async (instructorEmail) => {
    const admin = await application.signedIn('admin')
    expect(await catchCode(admin.call(api.listClassesOfInstructor, { params: { instructorEmail } }))).toBe('NOT_FOUND')
  })
})

describe('all classes', () => {
  it('are shown to an admin in every status, newest first, with feedback', async () => {
    const own = await openForThisTest()
    const { db } = own.services
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

  it.each(['student', 'instructor'] as const)('are refused to a %s', async (role) => {
    expect(await catchCode((await application.signedIn(role)).call(api.listAllClasses))).toBe('NOT_ALLOWED')
  })

  it('are refused without a sign-in', async () => {
    expect(await catchCode(application.visitor.call(api.listAllClasses))).toBe('NOT_SIGNED_IN')
  })
})
