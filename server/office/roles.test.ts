import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { users } from '#server/users/users.table.ts'
import { makeClass, makeEnrolment } from '../../demo/factories.ts'
import { openTestSchool, schoolForThisTest, type TestSchool } from '../../tests/school.ts'
import { teaching } from '../../tests/studio.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const of = (id: string) => ({ params: { id } })

describe('giving somebody a role', () => {
  it('takes effect at once, and counts nothing when it is repeated', async () => {
    const [admin, student] = [await school.signedIn('admin'), await school.signedIn('student')]
    expect(await admin.call(api.makeInstructor, of(student.user.id))).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.makeInstructor, of(student.user.id))).toEqual({ modifiedCount: 0 })
    const { email } = student.user
    expect(await student.call(api.getUser, { params: { email } })).toMatchObject({ role: 'instructor' })
    expect(await codeOf(student.call(api.listCart, { query: { email } }))).toBe('NOT_ALLOWED')
    expect(await admin.call(api.makeAdmin, of(student.user.id))).toEqual({ modifiedCount: 1 })
    expect(await student.call(api.listUsers)).not.toEqual([])
    expect(await admin.call(api.makeStudent, of(student.user.id))).toEqual({ modifiedCount: 1 })
    expect(await codeOf(student.call(api.listUsers))).toBe('NOT_ALLOWED')
    expect(await admin.call(api.makeStudent, of(student.user.id))).toEqual({ modifiedCount: 0 })
  })

  it('shows a new instructor on the public pages at once', async () => {
    const [admin, student] = [await school.signedIn('admin'), await school.signedIn('student')]
    await school.visitor.call(api.listInstructors)
    await admin.call(api.makeInstructor, of(student.user.id))
    const emails = (await school.visitor.call(api.listInstructors)).map(({ email }) => email)
    expect(emails).toContain(student.user.email)
  })

  it('is not for students and instructors, and not of nobody', async () => {
    const student = await school.signedIn('student')
    const teacher = await school.signedIn('instructor')
    for (const endpoint of [api.makeStudent, api.makeInstructor, api.makeAdmin]) {
      for (const who of [student, teacher])
        expect(await codeOf(who.call(endpoint, of(student.user.id)))).toBe('NOT_ALLOWED')
      const admin = await school.signedIn('admin')
      expect(await codeOf(admin.call(endpoint, of('nobody')))).toBe('NOT_FOUND')
    }
  })

  it('demotes another admin, never oneself and never the last', async () => {
    const own = await schoolForThisTest()
    const [one, two] = [await own.signedIn('admin'), await own.signedIn('admin')]
    expect(await codeOf(one.call(api.makeInstructor, of(one.user.id)))).toBe('NOT_ONESELF')
    expect(await codeOf(one.call(api.makeStudent, of(one.user.id)))).toBe('NOT_ONESELF')
    const both = await Promise.allSettled([
      one.call(api.makeInstructor, of(two.user.id)),
      two.call(api.makeStudent, of(one.user.id)),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const admins = await own.parts.db.select().from(users).where(eq(users.role, 'admin'))
    expect(admins).toHaveLength(1)
  })

  it('is not done by somebody who has lost their own in the very moment', async () => {
    const own = await schoolForThisTest()
    const [one, two, friend] = [await own.signedIn('admin'), await own.signedIn('admin'), await own.signedIn('student')]
    const [demoted, promoted] = await Promise.allSettled([
      one.call(api.makeStudent, of(two.user.id)),
      two.call(api.makeAdmin, of(friend.user.id)),
    ])
    expect(demoted.status).toBe('fulfilled')
    const { rows } = await one.call.page(api.listActivity)
    const deeds = rows.map(({ deed }) => deed).reverse()
    // Whichever was first: a former admin's deed never comes after the end of their office.
    expect(deeds).toEqual(promoted.status === 'fulfilled' ? ['made_admin', 'made_student'] : ['made_student'])
  })
})

describe('an instructor who becomes a student again', () => {
  it('has their classes leave the catalogue and the carts; the enrolled keep them, and they come back with the role', async () => {
    const { instructor, taught } = await teaching(school)
    const [admin, student] = [await school.signedIn('admin'), await school.signedIn('student')]
    const query = { email: student.user.email }
    const kept = await makeClass(school.parts.db, { instructorId: instructor.user.id })
    await makeEnrolment(school.parts.db, student.user, taught)
    await student.call(api.selectClass, { body: { classId: kept.id } })
    await admin.call(api.makeStudent, of(instructor.user.id))
    const shown = async () => (await school.visitor.call(api.listApprovedClasses)).map(({ _id }) => _id)
    expect(await shown()).not.toContain(taught.id)
    expect(await admin.call(api.getClass, of(taught.id))).toMatchObject({ archived_at: expect.any(Number) })
    expect(await student.call(api.listEnrolledClasses, { query })).toMatchObject([{ classId: taught.id }])
    await admin.call(api.makeInstructor, of(instructor.user.id))
    expect(await shown()).toContain(taught.id)
    expect(await instructor.call(api.getClass, of(taught.id))).not.toHaveProperty('archived_at')
  })
})
