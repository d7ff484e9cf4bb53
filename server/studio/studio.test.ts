import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { seatsOf } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { teaching } from '../../tests/studio.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const IMAGE = 'https://pictures.example/fog.jpg'
const NEW = { className: 'Fog', classImage: IMAGE, seats: 8, price: 49.99 }

describe('adding a class', () => {
  it('takes the instructor from the user record, and begins pending, without feedback or enrolments', async () => {
    const instructor = await school.signedIn('instructor', { name: 'Ada', image: 'https://pictures.example/ada.jpg' })
    const forged = { status: 'approve', enroll: 99, feedback: 'Great', instructorEmail: 'x@y.test', created_at: 1 }
    const { insertedId: id } = await instructor.call(api.addClass, { body: { ...NEW, ...forged } })
    expect(await instructor.call(api.getClass, { params: { id } })).toEqual({
      ...NEW,
      _id: id,
      instructorName: 'Ada',
      instructorImage: 'https://pictures.example/ada.jpg',
      instructorEmail: instructor.user.email,
      status: 'pending',
      feedback: 'no feedback',
      enroll: 0,
      created_at: expect.closeTo(Date.now(), -5),
      version: 1,
    })
    expect(await codeOf(school.visitor.call(api.getClass, { params: { id } }))).toBe('NOT_FOUND')
  })

  it.each([
    ['a blank name', { className: '  ' }],
    ['no name', { className: undefined }],
    ['no picture', { classImage: undefined }],
    ['a picture that is a script', { classImage: 'javascript:alert(1)' }],
    ['a picture of ours that is not there', { classImage: '/pictures/none/640.webp' }],
    ['an address of ours that is no picture', { classImage: '/dashboard' }],
    ['half a seat', { seats: 1.5 }],
    ['fewer seats than none', { seats: -1 }],
    ['more seats than a school has', { seats: 10_001 }],
    ['a price below what can be charged', { price: 0.49 }],
    ['a price in thousandths', { price: 9.999 }],
    ['a price that is too much for a card', { price: 1_000_000 }],
    ['a price in words', { price: '49' }],
  ])('refuses %s', async (_, wrong) => {
    const instructor = await school.signedIn('instructor')
    const call = instructor.call(api.addClass, { body: { ...NEW, ...wrong } as typeof NEW })
    expect(await codeOf(call)).toBe('INVALID_INPUT')
  })
})

describe('changing a class', () => {
  it('changes the four fields and nothing else, and only what is sent', async () => {
    const { instructor, taught, params } = await teaching(school, { enroll: 3 })
    const forged = {
      status: 'deny',
      enroll: 0,
      instructorEmail: 'x@y.test',
      feedback: 'Fine',
      created_at: 1,
      offered: 1,
    }
    const body = { className: 'Renamed', seats: 4, ...forged }
    expect(await instructor.call(api.changeClass, { params, body })).toEqual({ modifiedCount: 1 })
    expect(await instructor.call(api.getClass, { params })).toMatchObject({
      className: 'Renamed',
      classImage: taught.image,
      price: 49.99,
      seats: 4,
      enroll: 3,
      status: 'approve',
      instructorEmail: instructor.user.email,
      feedback: 'no feedback',
      created_at: taught.createdAt,
    })
    expect(await seatsOf(school, taught)).toEqual({ seats: 4, enroll: 3 })
  })

  it('shows to visitors at once', async () => {
    const { instructor, params } = await teaching(school)
    await school.visitor.call(api.listApprovedClasses)
    await instructor.call(api.changeClass, { params, body: { className: 'New on the Wall' } })
    expect(JSON.stringify(await school.visitor.call(api.listApprovedClasses))).toContain('New on the Wall')
  })

  it('counts nothing where nothing is different', async () => {
    const { instructor, taught, params, price } = await teaching(school)
    const { name: className, image: classImage, seats } = taught
    for (const body of [{}, { className, classImage, seats, price }])
      expect(await instructor.call(api.changeClass, { params, body })).toEqual({ modifiedCount: 0 })
  })

  it.each([
    { className: ' ' },
    { seats: -1 },
    { seats: 2.5 },
    { price: 0.1 },
    { price: -5 },
    { classImage: '//x.example' },
    { classImage: '/pictures/none/640.webp' },
  ])('refuses %j, and keeps the class as it was', async (body) => {
    const { instructor, params } = await teaching(school)
    const before = await instructor.call(api.getClass, { params })
    expect(await codeOf(instructor.call(api.changeClass, { params, body }))).toBe('INVALID_INPUT')
    expect(await instructor.call(api.getClass, { params })).toEqual(before)
  })

  it('is for its own instructor: to another and to an admin there is none', async () => {
    const { params } = await teaching(school)
    const body = { className: 'Mine now' }
    const other = await school.signedIn('instructor')
    expect(await codeOf(other.call(api.changeClass, { params, body }))).toBe('NOT_FOUND')
    expect(await codeOf(other.call(api.deleteClass, { params }))).toBe('NOT_FOUND')
    const admin = await school.signedIn('admin')
    expect(await codeOf(admin.call(api.changeClass, { params, body }))).toBe('NOT_ALLOWED')
  })

  it('sends a denied one back to wait, leaves a pending one pending, and an approved one approved', async () => {
    const afterEdit = async (status: 'pending' | 'approve' | 'deny') => {
      const { instructor, params } = await teaching(school, { status })
      await instructor.call(api.changeClass, { params, body: { className: 'Better' } })
      return (await instructor.call(api.getClass, { params })).status
    }
    expect([await afterEdit('pending'), await afterEdit('approve'), await afterEdit('deny')]).toEqual([
      'pending',
      'approve',
      'pending',
    ])
  })

  it('is over once it is withdrawn', async () => {
    const { instructor, params } = await teaching(school)
    await instructor.call(api.withdrawClass, { params })
    const body = { className: 'Back again' }
    expect(await codeOf(instructor.call(api.changeClass, { params, body }))).toBe('CLASS_WITHDRAWN')
  })
})

describe('deleting a class', () => {
  it('takes it away everywhere: lists, carts and its own address', async () => {
    const { instructor, taught, params } = await teaching(school)
    const student = await school.signedIn('student')
    await student.call(api.selectClass, { body: { classId: taught.id } })
    expect(await instructor.call(api.deleteClass, { params })).toEqual({ deletedCount: 1 })
    expect(await codeOf(instructor.call(api.getClass, { params }))).toBe('NOT_FOUND')
    const own = { instructorEmail: instructor.user.email }
    expect(await instructor.call(api.listClassesOfInstructor, { params: own })).toEqual([])
    expect(JSON.stringify(await school.visitor.call(api.listApprovedClasses))).not.toContain(taught.id)
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toEqual([])
    expect(await codeOf(student.call(api.selectClass, { body: { classId: taught.id } }))).toBe('NOT_FOUND')
    expect(await codeOf(instructor.call(api.deleteClass, { params }))).toBe('NOT_FOUND')
  })

  it('is refused while anybody is enrolled, and possible once they have their money back', async () => {
    const { instructor, taught, params } = await teaching(school)
    const student = await school.signedIn('student')
    await buy(student, taught)
    expect(await codeOf(instructor.call(api.deleteClass, { params }))).toBe('CLASS_HAS_STUDENTS')
    const query = { email: student.user.email }
    const [payment] = await student.call(api.listPayments, { query })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await instructor.call(api.deleteClass, { params })).toEqual({ deletedCount: 1 })
    expect(await student.call(api.listPayments, { query })).toMatchObject([{ className: taught.name }])
  })

  it('is refused while somebody is paying for a seat', async () => {
    const { instructor, taught, params } = await teaching(school)
    const student = await school.signedIn('student')
    const { clientSecret } = await beginPaying(student, taught)
    expect(await codeOf(instructor.call(api.deleteClass, { params }))).toBe('BEING_PAID')
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await seatsOf(school, taught)).toEqual({ seats: 9, enroll: 1 })
  })
})
