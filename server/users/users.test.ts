import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

describe('a user record', () => {
  it('is shown to its owner, under their e-mail in any case, and to an admin', async () => {
    const student = await school.signedIn('student')
    const admin = await school.signedIn('admin')
    const own = await student.call(api.getUser, { params: { email: student.user.email.toUpperCase() } })
    expect(own).toMatchObject({ _id: student.user.id, student: { student: true }, admin: { admin: false } })
    expect(await admin.call(api.getUser, { params: { email: student.user.email } })).toEqual(own)
  })

  it.each(['student', 'instructor'] as const)('is not shown to another %s', async (role) => {
    const [other, owner] = [await school.signedIn(role), await school.signedIn('student')]
    expect(await codeOf(other.call(api.getUser, { params: { email: owner.user.email } }))).toBe('NOT_ALLOWED')
  })

  it('is not found for an e-mail that nobody has', async () => {
    const admin = await school.signedIn('admin')
    expect(await codeOf(admin.call(api.getUser, { params: { email: 'nobody@example.test' } }))).toBe('NOT_FOUND')
  })
})
