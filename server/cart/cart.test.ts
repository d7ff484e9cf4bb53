import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeEnrolment } from '../../demo/factories.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

describe('selecting a class', () => {
  it('puts it into the cart with the name, picture and price of the class, whatever the browser says', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { name: 'Night Harbour', priceMinor: 14950 })
    const said = {
      classId: chosen.id,
      className: 'Free',
      classImage: '/x.png',
      userEmail: 'other@example.test',
      price: 1,
    }
    const { insertedId } = await student.call(api.selectClass, { body: said })
    const [item] = await student.call(api.listCart, { query: { email: student.user.email } })
    expect(item).toMatchObject({
      _id: insertedId,
      classId: chosen.id,
      className: 'Night Harbour',
      classImage: chosen.image,
      userEmail: student.user.email,
      price: 149.5,
    })
  })

  it('is refused twice for the same class, also at the same time', async () => {
    const student = await school.signedIn('student')
    const { id: classId } = await makeClass(school.parts.db)
    const both = await Promise.allSettled([1, 2].map(() => student.call(api.selectClass, { body: { classId } })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await codeOf(student.call(api.selectClass, { body: { classId } }))).toBe('ALREADY_SELECTED')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toHaveLength(1)
  })

  it('is refused for a class without a free seat', async () => {
    const student = await school.signedIn('student')
    const { id: classId } = await makeClass(school.parts.db, { seats: 0 })
    expect(await codeOf(student.call(api.selectClass, { body: { classId } }))).toBe('SEATS_GONE')
  })

  it('is refused for a class that the student has paid for', async () => {
    const student = await school.signedIn('student')
    const bought = await makeClass(school.parts.db)
    await makeEnrolment(school.parts.db, student.user, bought)
    expect(await codeOf(student.call(api.selectClass, { body: { classId: bought.id } }))).toBe('ALREADY_ENROLLED')
  })

  it.each(['pending', 'deny'] as const)('finds no class whose status is %s', async (status) => {
    const student = await school.signedIn('student')
    const { id: classId } = await makeClass(school.parts.db, { status })
    expect(await codeOf(student.call(api.selectClass, { body: { classId } }))).toBe('NOT_FOUND')
  })

  it('finds no class by an id that is none', async () => {
    const student = await school.signedIn('student')
    expect(await codeOf(student.call(api.selectClass, { body: { classId: 'no-id' } }))).toBe('NOT_FOUND')
  })

  it.each(['instructor', 'admin'] as const)('is not for an %s', async (role) => {
    const other = await school.signedIn(role)
    const { id: classId } = await makeClass(school.parts.db)
    expect(await codeOf(other.call(api.selectClass, { body: { classId } }))).toBe('NOT_ALLOWED')
  })

  it('is not for somebody who is not signed in', async () => {
    const { id: classId } = await makeClass(school.parts.db)
    expect(await codeOf(school.visitor.call(api.selectClass, { body: { classId } }))).toBe('NOT_SIGNED_IN')
  })
})

describe('the cart', () => {
  it('is shown to its owner only', async () => {
    const [student, other] = [await school.signedIn('student'), await school.signedIn('student')]
    const { id: classId } = await makeClass(school.parts.db)
    const { insertedId: id } = await student.call(api.selectClass, { body: { classId } })
    expect(await codeOf(other.call(api.listCart, { query: { email: student.user.email } }))).toBe('NOT_ALLOWED')
    expect(await codeOf(other.call(api.getCartItem, { params: { id } }))).toBe('NOT_FOUND')
    expect(await codeOf(other.call(api.removeCartItem, { params: { id } }))).toBe('NOT_FOUND')
    expect((await student.call(api.getCartItem, { params: { id } })).classId).toBe(classId)
  })

  it('takes its owner’s e-mail in any case', async () => {
    const student = await school.signedIn('student')
    expect(await student.call(api.listCart, { query: { email: student.user.email.toUpperCase() } })).toEqual([])
  })

  it('names the field when the e-mail is missing', async () => {
    const student = await school.signedIn('student')
    const answer = await student.request('GET', '/api/cart')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(/^email: /)
  })

  it('loses what is taken out, once', async () => {
    const student = await school.signedIn('student')
    const { id: classId } = await makeClass(school.parts.db)
    const { insertedId: id } = await student.call(api.selectClass, { body: { classId } })
    expect(await student.call(api.removeCartItem, { params: { id } })).toEqual({ deletedCount: 1 })
    expect(await codeOf(student.call(api.removeCartItem, { params: { id } }))).toBe('NOT_FOUND')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toEqual([])
  })
})
