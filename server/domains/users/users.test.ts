import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { users } from './users.table.ts'

const application = openForThisFile()

describe('a user record', () => {
  it('is returned to its owner, for the e-mail in any case, and to an admin', async () => {
    const student = await application.signedIn('student')
    const admin = await application.signedIn('admin')
    const own = await student.call(api.getUser, { params: { email: student.user.email.toUpperCase() } })
    expect(own).toMatchObject({ _id: student.user.id, student: { student: true }, admin: { admin: false } })
    expect(await admin.call(api.getUser, { params: { email: student.user.email } })).toEqual(own)
  })

  it.each(['student', 'instructor'] as const)('is refused to another %s', async (role) => {
    const [other, owner] = [await application.signedIn(role), await application.signedIn('student')]
    expect(await catchCode(other.call(api.getUser, { params: { email: owner.user.email } }))).toBe('NOT_ALLOWED')
  })

  it('is not found for an unknown e-mail', async () => {
    const admin = await application.signedIn('admin')
    expect(await catchCode(admin.call(api.getUser, { params: { email: 'nobody@example.test' } }))).toBe('NOT_FOUND')
  })
})

describe('the list of users', () => {
  it('has the users of every role, newest first, without deleted ones', async () => {
    const own = await openForThisTest()
    const admin = await own.signedIn('admin', { createdAt: 1 })
    const { db } = own.services
    const student = await makeUser(db, 'student', { createdAt: 2, name: 'Nora Berg', image: '/pictures/nora.webp' })
    const instructor = await makeUser(db, 'instructor', { createdAt: 3 })
    await makeUser(db, 'student', { createdAt: 4, deletedAt: 5 })
    const listed = await admin.call(api.listUsers)
    expect(listed.map(({ _id }) => _id)).toEqual([instructor.id, student.id, admin.user.id])
    expect(listed[1]).toEqual({
      _id: student.id,
      name: 'Nora Berg',
      email: student.email,
      image: '/pictures/nora.webp',
      role: 'student',
      created_at: 2,
      email_unconfirmed: false,
    })
  })

  it.each(['student', 'instructor'] as const)('is refused to a %s', async (role) => {
    expect(await catchCode((await application.signedIn(role)).call(api.listUsers))).toBe('NOT_ALLOWED')
  })

  it('is refused to visitors, and to a deleted admin', async () => {
    const gone = await application.signedIn('admin', { deletedAt: 1 })
    expect(await catchCode(application.visitor.call(api.listUsers))).toBe('NOT_SIGNED_IN')
    expect(await catchCode(gone.call(api.listUsers))).toBe('NOT_SIGNED_IN')
  })
})

describe('one’s own profile', () => {
  it('can be changed by its owner: name and image, nothing else', async () => {
    const student = await application.signedIn('student')
    const { email } = student.user
    const body = {
      name: ' Nora ',
      image: 'https://pictures.example/nora.jpg',
      role: 'admin',
      email: 'other@example.test',
    }
    expect(await student.call(api.changeProfile, { params: { email }, body })).toEqual({ modifiedCount: 1 })
    const record = await student.call(api.getUser, { params: { email } })
    expect(record).toMatchObject({ name: 'Nora', image: 'https://pictures.example/nora.jpg', role: 'student', email })
  })

  it('without a name gets the first part of the e-mail', async () => {
    const student = await application.signedIn('student', { email: 'nameless@example.test' })
    const { email } = student.user
    await student.call(api.changeProfile, { params: { email }, body: { name: '  ', image: '' } })
    expect(await student.call(api.getUser, { params: { email } })).toMatchObject({ name: 'nameless', image: null })
  })

  it('is accepted as it was read, without an image and a phone number too', async () => {
    const student = await application.signedIn('student')
    const params = { email: student.user.email }
    const { name, image, phone } = await student.call(api.getUser, { params })
    expect([image, phone]).toEqual([null, null])
    await student.call(api.changeProfile, { params, body: { name, image, phone } })
    expect(await student.call(api.getUser, { params })).toMatchObject({ name, image: null, phone: null })
  })

  it('of an instructor changes the public pages at once', async () => {
    const teacher = await application.signedIn('instructor')
    await application.visitor.call(api.listInstructors)
    const body = { name: 'Renamed Teacher', image: '' }
    await teacher.call(api.changeProfile, { params: { email: teacher.user.email }, body })
    expect(JSON.stringify(await application.visitor.call(api.listInstructors))).toContain('Renamed Teacher')
  })

  it.each([
    'javascript:alert(1)',
    'http://plain.example/a.png',
    'data:image/svg+xml,x',
    '//elsewhere.example/a.png',
    '/\\evil.example/x',
  ])('refuses %s as an image', async (image) => {
    const student = await application.signedIn('student')
    const call = student.call(api.changeProfile, { params: { email: student.user.email }, body: { name: '', image } })
    expect(await catchCode(call)).toBe('INVALID_INPUT')
  })

  it('has a phone number that stays until its owner changes it, which other users do not see', async () => {
    const student = await application.signedIn('student')
    const { email, id } = student.user
    const params = { email }
    const change = (phone?: string) =>
      student.call(api.changeProfile, { params, body: { name: 'Nora', image: '', phone } })
    const read = async () => (await student.call(api.getUser, { params })).phone
    expect(await read()).toBeNull()
    await change(' +41 (0)44 123-45/67 ')
    await change()
    expect(await read()).toBe('+41 (0)44 123-45/67')
    expect((await student.call(api.getOwnData)).user.phone).toBe('+41 (0)44 123-45/67')
    const other = await application.signedIn('instructor')
    expect(await catchCode(other.call(api.getUser, { params }))).toBe('NOT_ALLOWED')
    await change('')
    expect(await read()).toBeNull()
    await change('044 123 45 67')
    await (await application.signedIn('admin')).call(api.deleteUser, { params: { id } })
    const [record] = await application.services.db.select().from(users).where(eq(users.id, id))
    expect(record?.phone).toBeNull()
  })

  it.each(['call me', '+', '12 3', '+41 44 +41', '044\n123', 'tel:0441234567', '<b>0441234567</b>', '1'.repeat(41)])(
    'refuses %j as a phone number',
    async (phone) => {
      const student = await application.signedIn('student')
      const body = { name: '', image: '', phone }
      const call = student.call(api.changeProfile, { params: { email: student.user.email }, body })
      expect(await catchCode(call)).toBe('INVALID_INPUT')
    },
  )

  it('cannot be changed by other users, admins included', async () => {
    const [admin, student] = [await application.signedIn('admin'), await application.signedIn('student')]
    const input = { params: { email: student.user.email }, body: { name: 'Mallory', image: '' } }
    expect(await catchCode(admin.call(api.changeProfile, input))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.changeProfile, input))).toBe('NOT_SIGNED_IN')
  })
})
