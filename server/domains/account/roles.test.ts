import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeClass, makeEnrolment, makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { Member } from '../../../testing/member.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'
import { changeRole } from './account.ts'

const application = openForThisFile()

const byId = (id: string) => ({ params: { id } })

describe('changing a role', () => {
  it('takes effect at once and returns 0 when repeated', async () => {
    const [admin, student] = [await application.signedIn('admin'), await application.signedIn('student')]
    expect(await admin.call(api.makeInstructor, byId(student.user.id))).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.makeInstructor, byId(student.user.id))).toEqual({ modifiedCount: 0 })
    const { email } = student.user
    expect(await student.call(api.getUser, { params: { email } })).toMatchObject({ role: 'instructor' })
    expect(await catchCode(student.call(api.selectClass, { body: { classId: student.user.id } }))).toBe('NOT_ALLOWED')
    expect(await admin.call(api.makeAdmin, byId(student.user.id))).toEqual({ modifiedCount: 1 })
    expect(await student.call(api.listUsers)).not.toEqual([])
    expect(await admin.call(api.makeStudent, byId(student.user.id))).toEqual({ modifiedCount: 1 })
    expect(await catchCode(student.call(api.listUsers))).toBe('NOT_ALLOWED')
    expect(await admin.call(api.makeStudent, byId(student.user.id))).toEqual({ modifiedCount: 0 })
  })

  it('shows a new instructor on the public pages at once', async () => {
    const [admin, student] = [await application.signedIn('admin'), await application.signedIn('student')]
    await application.visitor.call(api.listInstructors)
    await admin.call(api.makeInstructor, byId(student.user.id))
    const emails = (await application.visitor.call(api.listInstructors)).map(({ email }) => email)
    expect(emails).toContain(student.user.email)
  })

  it('is for admins only, and not found for an unknown user', async () => {
    const student = await application.signedIn('student')
    const teacher = await application.signedIn('instructor')
    for (const endpoint of [api.makeStudent, api.makeInstructor, api.makeAdmin]) {
      for (const visitor of [student, teacher])
        expect(await catchCode(visitor.call(endpoint, byId(student.user.id)))).toBe('NOT_ALLOWED')
      const admin = await application.signedIn('admin')
      expect(await catchCode(admin.call(endpoint, byId('nobody')))).toBe('NOT_FOUND')
    }
  })

  it('makes no admin of a user whose e-mail is not confirmed, but an instructor; the list shows it', async () => {
    const admin = await application.signedIn('admin')
    const member = await new Member(application, 'unconfirmed@example.test').register()
    const { _id } = await (await member.asVisitor()).call(api.getUser, { params: { email: member.email } })
    const isUnconfirmed = async () =>
      (await admin.call(api.listUsers)).find((user) => user._id === _id)?.email_unconfirmed
    const refused = await catchError(admin.call(api.makeAdmin, byId(_id)))
    expect([refused.statusCode, refused.code]).toEqual([409, 'EMAIL_NOT_CONFIRMED'])
    expect(await isUnconfirmed()).toBe(true)
    expect(await admin.call(api.makeInstructor, byId(_id))).toEqual({ modifiedCount: 1 })

    const text = (await application.readEmails()).find(({ to }) => to?.[0]?.address === member.email)?.text ?? ''
    const token = /verify-email[?]token=([\w-]+)/.exec(text)?.[1]
    expect((await member.identify('confirm-email', { token })).statusCode).toBe(200)
    expect(await isUnconfirmed()).toBe(false)
    expect(await admin.call(api.makeAdmin, byId(_id))).toEqual({ modifiedCount: 1 })
  })

  it('makes an admin of a record without an identity, which only a confirmed e-mail claims', async () => {
    const admin = await application.signedIn('admin')
    const { id, email } = await makeUser(application.services.db, 'student')
    expect(await admin.call(api.makeAdmin, byId(id))).toEqual({ modifiedCount: 1 })
    const squatter = await new Member(application, email).register()
    expect((await squatter.exchange()).json().code).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('can demote another admin, but not oneself and not the last admin', async () => {
    const own = await openForThisTest()
    const [one, two] = [await own.signedIn('admin'), await own.signedIn('admin')]
    expect(await catchCode(one.call(api.makeInstructor, byId(one.user.id)))).toBe('NOT_ONESELF')
    expect(await catchCode(one.call(api.makeStudent, byId(one.user.id)))).toBe('NOT_ONESELF')
    const both = await Promise.allSettled([
      one.call(api.makeInstructor, byId(two.user.id)),
      two.call(api.makeStudent, byId(one.user.id)),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const admins = await own.services.db.select().from(users).where(eq(users.role, 'admin'))
    expect(admins).toHaveLength(1)
  })

  it('is refused to an admin who is demoted at the same time', async () => {
    const own = await openForThisTest()
    const [one, two, friend] = [await own.signedIn('admin'), await own.signedIn('admin'), await own.signedIn('student')]
    const [demoted, promoted] = await Promise.allSettled([
      one.call(api.makeStudent, byId(two.user.id)),
      two.call(api.makeAdmin, byId(friend.user.id)),
    ])
    expect(demoted.status).toBe('fulfilled')
    const { rows } = await one.call.page(api.listActivity)
    const actions = rows.map(({ deed }) => deed).reverse()
    // In either order, no action of a former admin follows their demotion.
    expect(actions).toEqual(promoted.status === 'fulfilled' ? ['made_admin', 'made_student'] : ['made_student'])
  })

  it('is refused to an admin whose request was authorized before they were demoted', async () => {
    const [admin, former] = [await application.signedIn('admin'), await application.signedIn('admin')]
    const { user: friend } = await application.signedIn('student')
    await admin.call(api.makeStudent, byId(former.user.id))
    const promotion = changeRole({ ...application.services, actor: former.user }, friend.id, 'admin')
    await expect(promotion).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await admin.call(api.getUser, { params: { email: friend.email } })).toMatchObject({ role: 'student' })
  })
})

describe('an instructor who becomes a student', () => {
  it('loses their classes from the catalogue and carts until they are an instructor again; enrolled students keep them', async () => {
    const { instructor, taught } = await teaching(application)
    const [admin, student] = [await application.signedIn('admin'), await application.signedIn('student')]
    const query = { email: student.user.email }
    const selected = await makeClass(application.services.db, { instructorId: instructor.user.id })
    await makeEnrolment(application.services.db, student.user, taught)
    await student.call(api.selectClass, { body: { classId: selected.id } })
    expect(await student.call(api.listCart, { query })).toMatchObject([{ classId: selected.id }])
    await admin.call(api.makeStudent, byId(instructor.user.id))
    expect(await student.call(api.listCart, { query })).toEqual([])
    const shown = async () => (await application.visitor.call(api.listApprovedClasses)).map(({ _id }) => _id)
    expect(await shown()).not.toContain(taught.id)
    expect(await admin.call(api.getClass, byId(taught.id))).toMatchObject({ archived_at: expect.any(Number) })
    expect(await student.call(api.listEnrolledClasses, { query })).toMatchObject([{ classId: taught.id }])
    await admin.call(api.makeInstructor, byId(instructor.user.id))
    expect(await shown()).toContain(taught.id)
    expect(await instructor.call(api.getClass, byId(taught.id))).not.toHaveProperty('archived_at')
  })
})
