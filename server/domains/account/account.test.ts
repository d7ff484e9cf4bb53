import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { subscriptions } from '#server/domains/newsletter/newsletter.table.ts'
import { makeClass, makeEnrolment, makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { catchCode, Visitor } from '../../../testing/visitor.ts'
import { payments } from '../payments/payments.table.ts'
import { remove } from './account.ts'

const application = openForThisFile()

/** Confirms the e-mail by the link that was sent to it. */
async function confirm(member: Member, { readEmails } = application): Promise<void> {
  const texts = (await readEmails()).filter(({ to }) => to?.[0]?.address === member.email)
  const token = /verify-email[?]token=([\w-]+)/.exec(texts.map(({ text }) => text).join())?.[1]
  expect((await member.identify('confirm-email', { token })).statusCode).toBe(200)
}

const deletion = (member: Member, body: object) => member.prove('/api/account/deletion', body)

describe('exporting one’s own data', () => {
  it('returns all data of the user, and none of other users', async () => {
    const member = await new Member(application, 'data@example.test').register()
    const visitor = await member.asVisitor()
    const { _id } = await visitor.call(api.getUser, { params: { email: member.email } })
    const { db } = application.services
    const [bought, selected] = [await makeClass(db, { name: 'Bought' }), await makeClass(db, { name: 'Selected' })]
    const student = { ...(await makeUser(db, 'student')), id: _id, email: member.email }
    await makeEnrolment(db, student, bought)
    await makeEnrolment(db, await makeUser(db, 'student'), bought)
    await visitor.call(api.selectClass, { body: { classId: selected.id } })
    await visitor.call(api.subscribeToNewsletter, { body: { email: member.email } })
    await confirm(member)

    const data = await visitor.call(api.getOwnData)
    expect(data.user).toMatchObject({ _id, email: member.email, role: 'student' })
    expect(data.sign_in).toMatchObject({ email_verified: true, methods: ['password'] })
    expect(data.sign_in.sessions).toHaveLength(1)
    expect(data.selected_classes.map(({ className }) => className)).toEqual(['Selected'])
    expect(data.payments.map(({ className }) => className)).toEqual(['Bought'])
    expect(data.enrolled_classes.map(({ className }) => className)).toEqual(['Bought'])
    expect(data.newsletter).toEqual({ asked_at: expect.any(Number), confirmed_at: null })
    expect(JSON.stringify(data)).not.toMatch(/"(password|token)":/)
  })

  it('has the newsletter of a confirmed e-mail only', async () => {
    const member = await new Member(application, 'not-a-reader@example.test').register()
    const visitor = await member.asVisitor()
    await application.visitor.call(api.subscribeToNewsletter, { body: { email: member.email } })
    expect((await visitor.call(api.getOwnData)).newsletter).toBeNull()
    await confirm(member)
    expect((await visitor.call(api.getOwnData)).newsletter).toMatchObject({ confirmed_at: null })
  })

  it('includes the classes of an instructor, of every status', async () => {
    const teacher = await application.signedIn('instructor')
    await makeClass(application.services.db, { instructorId: teacher.user.id, name: 'Denied', status: 'deny' })
    expect((await teacher.call(api.getOwnData)).taught_classes.map(({ className }) => className)).toEqual(['Denied'])
  })

  it('requires a sign-in', async () => {
    expect(await catchCode(application.visitor.call(api.getOwnData))).toBe('NOT_SIGNED_IN')
  })
})

describe('deleting one’s own account', () => {
  it('ends sign-in, session and token, and keeps the payments', async () => {
    const member = await new Member(application, 'leaving@example.test').register()
    const visitor = await member.asVisitor()
    const { _id } = await visitor.call(api.getUser, { params: { email: member.email } })
    const { db } = application.services
    const bought = await makeClass(db)
    await makeEnrolment(db, { ...(await makeUser(db, 'student')), id: _id, email: member.email }, bought)
    await visitor.call(api.selectClass, { body: { classId: (await makeClass(db)).id } })
    const before = await db.select().from(payments)

    const deleted = await deletion(member, { password: PASSWORD, refund: false })
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { deletedCount: 1 }])
    expect(await catchCode(visitor.call(api.listCart, { query: { email: member.email } }))).toBe('NOT_SIGNED_IN')
    expect((await member.exchange()).statusCode).toBe(401)
    expect((await member.signIn()).statusCode).toBe(401)
    expect(await db.select().from(payments)).toEqual(before)
    const { cartItems } = await import('#server/domains/cart/cart.table.ts')
    expect((await db.select().from(cartItems)).filter(({ userId }) => userId === _id)).toEqual([])
  })

  it('ends the subscription of a confirmed e-mail only', async () => {
    const { db } = application.services
    const subscribe = async (email: string, isConfirmed: boolean) => {
      const member = await new Member(application, email).register()
      await member.exchange()
      if (isConfirmed) await confirm(member)
      await db.insert(subscriptions).values({ email, requestedAt: 1, confirmedAt: 1 })
      expect((await deletion(member, { password: PASSWORD })).statusCode).toBe(200)
      return db.select().from(subscriptions).where(eq(subscriptions.email, email))
    }
    expect(await subscribe('reader@example.test', true)).toEqual([])
    expect(await subscribe('someone-elses@example.test', false)).toHaveLength(1)
  })

  it('frees the e-mail: registering with it again creates a new student', async () => {
    const member = await new Member(application, 'return@example.test').register()
    const first = await (await member.asVisitor()).call(api.getUser, { params: { email: member.email } })
    await deletion(member, { password: PASSWORD })
    const again = await new Member(application, member.email).register()
    const visitor = await again.asVisitor()
    const second = await visitor.call(api.getUser, { params: { email: member.email } })
    expect([second.role, second._id === first._id]).toEqual(['student', false])
    expect(await visitor.call(api.listPayments, { query: { email: member.email } })).toEqual([])
  })

  it('is refused with a wrong password, and without one when the sign-in is not recent', async () => {
    const member = await new Member(application, 'staying@example.test').register()
    const visitor = await member.asVisitor()
    expect((await deletion(member, { password: 'Wrong@2019' })).json().code).toBe('NOT_CONFIRMED')
    const { session } = await import('#server/adapters/better-auth/identity.table.ts')
    await application.services.db.update(session).set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    expect((await deletion(member, {})).json().code).toBe('NOT_CONFIRMED')
    expect(await visitor.call(api.listPayments, { query: { email: member.email } })).toEqual([])
  })

  it('counts wrong passwords together with those of the sign-in', async () => {
    const member = await new Member(application, 'guessed-deletion@example.test').register()
    await member.exchange()
    const count = () => application.rateLimiter.readCount('wrong password', member.email)
    expect((await deletion(member, { password: 'Wrong@2019' })).json().code).toBe('NOT_CONFIRMED')
    expect((await count()).times).toBe(1)
    const limit = { max: 1000, minutes: 10 }
    const subject = `${member.email}\n127.0.0.1`
    for (let n = 2; n <= 20; n++) await application.rateLimiter.count('wrong password', subject, limit)
    const refused = await deletion(member, { password: PASSWORD })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await member.exchange()).statusCode).toBe(200)
  })

  it('needs no password right after a sign-in, for example with a sign-in provider', async () => {
    const member = await new Member(application, 'third@example.test').register()
    await member.exchange()
    expect((await deletion(member, {})).statusCode).toBe(200)
  })

  it('requires a proof: a token is not enough', async () => {
    const { user } = await application.signedIn('student')
    const visitor = new Visitor(application.app, await application.tokens.issue(user.id, Date.now()))
    expect(await catchCode(visitor.call(api.deleteOwnAccount, { body: { password: PASSWORD } }))).toBe('NOT_SIGNED_IN')
  })

  it('is refused to the last admin', async () => {
    const own = await openForThisTest()
    const member = await new Member(own, 'only@example.test').register()
    await member.exchange()
    await confirm(member, own)
    const { makeFirstAdmin } = await import('#server/domains/users/users.ts')
    expect(await makeFirstAdmin(own.services.db, member.email)).toBe(1)
    expect((await deletion(member, { password: PASSWORD })).json().code).toBe('LAST_ADMIN')
    expect((await member.exchange()).statusCode).toBe(200)
  })
})

describe('deleting an instructor', () => {
  it('removes their classes from the catalogue and from carts; enrolled students keep them', async () => {
    const own = await openForThisTest()
    const { db } = own.services
    const [admin, student] = [await own.signedIn('admin'), await own.signedIn('student')]
    const teacher = await own.signedIn('instructor')
    const taught = await makeClass(db, { instructorId: teacher.user.id })
    const enrolledClass = await makeClass(db, { instructorId: teacher.user.id })
    await makeEnrolment(db, student.user, enrolledClass)
    await student.call(api.selectClass, { body: { classId: taught.id } })
    expect(await student.call(api.listApprovedClasses)).toHaveLength(2)

    expect(await admin.call(api.deleteUser, { params: { id: teacher.user.id } })).toEqual({ deletedCount: 1 })
    expect(await student.call(api.listApprovedClasses)).toEqual([])
    expect(await student.call(api.listPopularClasses)).toEqual([])
    expect(await student.call(api.listTopInstructors)).toEqual([])
    expect(await catchCode(student.call(api.getClass, { params: { id: taught.id } }))).toBe('NOT_FOUND')
    expect(await catchCode(student.call(api.selectClass, { body: { classId: taught.id } }))).toBe('NOT_FOUND')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toEqual([])
    const enrolled = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    expect(enrolled.map(({ classId }) => classId)).toEqual([enrolledClass.id])
    expect(
      await catchCode(teacher.call(api.listClassesOfInstructor, { params: { instructorEmail: 'x@y.test' } })),
    ).toBe('NOT_SIGNED_IN')
  })
})

describe('deleting a user', () => {
  it('is for admins, and never for their own account', async () => {
    const [admin, other] = [await application.signedIn('admin'), await application.signedIn('admin')]
    const student = await application.signedIn('student')
    const of = (id: string) => ({ params: { id } })
    expect(await catchCode(student.call(api.deleteUser, of(other.user.id)))).toBe('NOT_ALLOWED')
    expect(await catchCode(admin.call(api.deleteUser, of(admin.user.id)))).toBe('NOT_ONESELF')
    expect(await catchCode(admin.call(api.deleteUser, of('nobody')))).toBe('NOT_FOUND')
    expect(await admin.call(api.deleteUser, of(student.user.id))).toEqual({ deletedCount: 1 })
    expect(await catchCode(admin.call(api.deleteUser, of(student.user.id)))).toBe('NOT_FOUND')
    expect(await catchCode(student.call(api.listCart, { query: { email: student.user.email } }))).toBe('NOT_SIGNED_IN')
  })

  it('leaves one admin when two delete each other at the same time', async () => {
    const own = await openForThisTest()
    const [one, two] = [await own.signedIn('admin'), await own.signedIn('admin')]
    const both = await Promise.allSettled([
      one.call(api.deleteUser, { params: { id: two.user.id } }),
      two.call(api.deleteUser, { params: { id: one.user.id } }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is refused to an admin whose request was authorized before they were demoted', async () => {
    const own = await openForThisTest()
    const [admin, former] = [await own.signedIn('admin'), await own.signedIn('admin')]
    const { user: victim } = await own.signedIn('student')
    await admin.call(api.makeStudent, { params: { id: former.user.id } })
    await expect(remove(own.services, victim.id, [], { actor: former.user })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    })
    expect(await admin.call(api.getUser, { params: { email: victim.email } })).toMatchObject({ _id: victim.id })
  })
})
