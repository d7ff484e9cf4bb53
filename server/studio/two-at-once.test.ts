import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { booksOf, seatsOf } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { teaching } from '../../tests/studio.ts'
import { codeOf, refusalOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const versionOf = async ({ instructor, params }: Awaited<ReturnType<typeof teaching>>) =>
  (await instructor.call(api.getClass, { params })).version

describe('an edit of a class that changed meanwhile', () => {
  it('by another edit is refused, and what stands there is the first', async () => {
    const at = await teaching(school)
    const ifMatch = await versionOf(at)
    const { instructor, params } = at
    await instructor.call(api.changeClass, { params, body: { className: 'First' } }, { ifMatch })
    const second = instructor.call(api.changeClass, { params, body: { seats: 3 } }, { ifMatch })
    expect(await codeOf(second)).toBe('CHANGED_MEANWHILE')
    expect(await instructor.call(api.getClass, { params })).toMatchObject({ className: 'First', seats: 10 })
  })

  it('by a sale is refused, so that no seat is offered twice', async () => {
    const at = await teaching(school, { seats: 2 })
    const ifMatch = await versionOf(at)
    await buy(await school.signedIn('student'), at.taught)
    const edit = at.instructor.call(api.changeClass, { params: at.params, body: { seats: 3 } }, { ifMatch })
    expect(await codeOf(edit)).toBe('CHANGED_MEANWHILE')
    expect(await seatsOf(school, at.taught)).toEqual({ seats: 1, enroll: 1 })
  })

  it('by an approval is refused, and goes through with the version of then', async () => {
    const at = await teaching(school, { status: 'pending' })
    const { instructor, params } = at
    const ifMatch = await versionOf(at)
    await (await school.signedIn('admin')).call(api.approveClass, { params })
    const body = { price: 70 }
    expect(await codeOf(instructor.call(api.changeClass, { params, body }, { ifMatch }))).toBe('CHANGED_MEANWHILE')
    const now = await versionOf(at)
    expect(await instructor.call(api.changeClass, { params, body }, { ifMatch: now })).toEqual({ modifiedCount: 1 })
  })

  it('is taken as said without If-Match, and by any version with a star; a version that is none never fits', async () => {
    const { instructor, params } = await teaching(school)
    const patch = (className: string, match: string) =>
      instructor.request('PATCH', `/api/class/${params.id}`, { headers: { 'if-match': match }, body: { className } })
    expect(await instructor.call(api.changeClass, { params, body: { className: 'Unasked' } })).toBeTruthy()
    expect((await patch('Star', '*')).statusCode).toBe(200)
    for (const wrong of ['"yesterday"', '', '"1", "2"']) expect((await patch('No', wrong)).statusCode).toBe(409)
  })

  it('of many at once is one', async () => {
    const at = await teaching(school)
    const ifMatch = await versionOf(at)
    const { instructor, params } = at
    const edits = Array.from({ length: 4 }, (_, n) =>
      instructor.call(api.changeClass, { params, body: { className: `Edit ${n}` } }, { ifMatch }),
    )
    const settled = await Promise.allSettled(edits)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('an edit while students pay', () => {
  it('of the price ends what was begun at the old one: nobody pays another price than they saw', async () => {
    const { instructor, taught, params } = await teaching(school)
    const student = await school.signedIn('student')
    const { cartId, clientSecret } = await beginPaying(student, taught)
    expect(await instructor.call(api.changeClass, { params, body: { price: 80 } })).toEqual({ modifiedCount: 1 })
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(400)
    const again = (price: number) => student.call(api.createPaymentIntent, { body: { price, cartId } })
    expect((await refusalOf(again(49.99))).message).toBe('The price of this class is now $80.00.')
    expect(await again(80)).toHaveProperty('clientSecret')
  })

  it('of the price finds who was charged a moment before enrolled at the old one, and tells an editor who has read less', async () => {
    const at = await teaching(school)
    const { instructor, taught, params } = at
    const ifMatch = await versionOf(at)
    const student = await school.signedIn('student')
    const { clientSecret } = await beginPaying(student, taught)
    await confirmCard(student, clientSecret)
    const edit = instructor.call(api.changeClass, { params, body: { price: 80 } }, { ifMatch })
    expect(await codeOf(edit)).toBe('CHANGED_MEANWHILE')
    expect(await student.call(api.listPayments, { query: { email: student.user.email } })).toMatchObject([
      { price: 49.99, status: 'paid', transactionId: intentIn(clientSecret) },
    ])
    expect(await seatsOf(school, taught)).toEqual({ seats: 9, enroll: 1 })
    expect((await booksOf(school)).differences).toEqual([])
  })

  it('leaves those seats on offer that are being paid for', async () => {
    const { instructor, taught, params } = await teaching(school, { seats: 5 })
    const students = [await school.signedIn('student'), await school.signedIn('student')]
    for (const student of students) await beginPaying(student, taught)
    const offer = (seats: number) => instructor.call(api.changeClass, { params, body: { seats } })
    const refused = await refusalOf(offer(1))
    expect([refused.code, refused.message]).toEqual([
      'BEING_PAID',
      '2 students are paying for seats of this class right now. Please leave at least 2, or try again in a few minutes.',
    ])
    expect(await offer(2)).toEqual({ modifiedCount: 1 })
    expect(await seatsOf(school, taught)).toEqual({ seats: 2, enroll: 0 })
  })

  it('by another instructor touches nobody’s payment', async () => {
    const { taught, params } = await teaching(school)
    const student = await school.signedIn('student')
    const { clientSecret } = await beginPaying(student, taught)
    const other = await school.signedIn('instructor')
    expect(await codeOf(other.call(api.changeClass, { params, body: { price: 80 } }))).toBe('NOT_FOUND')
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
  })

  it('of seats and many sales at once keeps seats and enrolments adding up to what is offered', async () => {
    const { instructor, taught, params } = await teaching(school, { seats: 20 })
    const buying = Array.from({ length: 3 }, async () => buy(await school.signedIn('student'), taught))
    const editing = [15, 12].map((seats) => instructor.call(api.changeClass, { params, body: { seats } }))
    await Promise.all([...buying, ...editing])
    expect((await seatsOf(school, taught)).enroll).toBe(3)
    expect((await booksOf(school)).differences).toEqual([])
  })
})
