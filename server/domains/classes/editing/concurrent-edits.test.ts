import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { teaching } from '../../../../testing/instructor.ts'
import { readAudit, readSeats, refuseWebhookEvents } from '../../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../../testing/paying.ts'
import { catchCode, catchError } from '../../../../testing/visitor.ts'

const application = openForThisFile()

const readVersion = async ({ instructor, params }: Awaited<ReturnType<typeof teaching>>) =>
  (await instructor.call(api.getClass, { params })).version

describe('an edit of a class that has changed since', () => {
  it('by another edit is refused, and the first edit stays', async () => {
    const at = await teaching(application)
    const ifMatch = await readVersion(at)
    const { instructor, params } = at
    await instructor.call(api.changeClass, { params, body: { className: 'First' } }, { ifMatch })
    const second = instructor.call(api.changeClass, { params, body: { seats: 3 } }, { ifMatch })
    expect(await catchCode(second)).toBe('CHANGED_MEANWHILE')
    expect(await instructor.call(api.getClass, { params })).toMatchObject({ className: 'First', seats: 10 })
  })

  it('by a sale is refused, so that no seat is offered twice', async () => {
    const at = await teaching(application, { seats: 2 })
    const ifMatch = await readVersion(at)
    await buy(await application.signedIn('student'), at.taught)
    const edit = at.instructor.call(api.changeClass, { params: at.params, body: { seats: 3 } }, { ifMatch })
    expect(await catchCode(edit)).toBe('CHANGED_MEANWHILE')
    expect(await readSeats(application, at.taught)).toEqual({ seats: 1, enroll: 1 })
  })

  it('by an approval is refused, and accepted with the new version', async () => {
    const at = await teaching(application, { status: 'pending' })
    const { instructor, params } = at
    const ifMatch = await readVersion(at)
    await (await application.signedIn('admin')).call(api.approveClass, { params })
    const body = { price: 70 }
    expect(await catchCode(instructor.call(api.changeClass, { params, body }, { ifMatch }))).toBe('CHANGED_MEANWHILE')
    const now = await readVersion(at)
    expect(await instructor.call(api.changeClass, { params, body }, { ifMatch: now })).toEqual({ modifiedCount: 1 })
  })

  it('is accepted without If-Match or with a star, and refused with an invalid version', async () => {
    const { instructor, params } = await teaching(application)
    const patch = (className: string, match: string) =>
      instructor.request('PATCH', `/api/class/${params.id}`, { headers: { 'if-match': match }, body: { className } })
    expect(await instructor.call(api.changeClass, { params, body: { className: 'Unasked' } })).toBeTruthy()
    expect((await patch('Star', '*')).statusCode).toBe(200)
    for (const wrong of ['"yesterday"', '', '"1", "2"']) expect((await patch('No', wrong)).statusCode).toBe(409)
  })

  it('is accepted once of many concurrent edits', async () => {
    const at = await teaching(application)
    const ifMatch = await readVersion(at)
    const { instructor, params } = at
    const edits = Array.from({ length: 4 }, (_, n) =>
      instructor.call(api.changeClass, { params, body: { className: `Edit ${n}` } }, { ifMatch }),
    )
    const settled = await Promise.allSettled(edits)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('an edit while students pay', () => {
  it('of the price is made at once, and the student pays the price that they hold', async () => {
    const { instructor, taught, params } = await teaching(application)
    const student = await application.signedIn('student')
    const { cartId, clientSecret } = await beginPaying(student, taught)
    expect(await instructor.call(api.changeClass, { params, body: { price: 80 } })).toEqual({ modifiedCount: 1 })
    const begin = (price: number) => student.call(api.createPaymentIntent, { body: { price, cartId } })
    expect(await begin(49.99)).toEqual({ clientSecret })
    expect((await catchError(begin(60))).code).toBe('PRICE_CHANGED')
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await student.call(api.listPayments, { query: { email: student.user.email } })).toMatchObject([
      { price: 49.99, list_price: 49.99, transactionId: intentIn(clientSecret) },
    ])
    const other = await application.signedIn('student')
    const { insertedId } = await other.call(api.selectClass, { body: { classId: taught.id } })
    expect(await other.call(api.getCartItem, { params: { id: insertedId } })).toMatchObject({ price: 80 })
  })

  it('of the price is made beside a student charged just before, who is enrolled at the old one', async () => {
    // An event could record the purchase first.
    refuseWebhookEvents(application)
    const at = await teaching(application)
    const { instructor, taught, params } = at
    const ifMatch = await readVersion(at)
    const student = await application.signedIn('student')
    const { clientSecret } = await beginPaying(student, taught)
    await confirmCard(student, clientSecret)
    const edit = instructor.call(api.changeClass, { params, body: { price: 80 } }, { ifMatch })
    expect(await edit).toEqual({ modifiedCount: 1 })
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await student.call(api.listPayments, { query: { email: student.user.email } })).toMatchObject([
      { price: 49.99, transactionId: intentIn(clientSecret) },
    ])
    expect(await readSeats(application, taught)).toEqual({ seats: 9, enroll: 1 })
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('must keep the seats that students are paying for', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 5 })
    const students = [await application.signedIn('student'), await application.signedIn('student')]
    for (const student of students) await beginPaying(student, taught)
    const offer = (seats: number) => instructor.call(api.changeClass, { params, body: { seats } })
    const error = await catchError(offer(1))
    expect([error.code, error.message]).toEqual([
      'BEING_PAID',
      '2 students are paying for this class. Keep at least 2 seats, or try again in a few minutes.',
    ])
    expect(await offer(2)).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, taught)).toEqual({ seats: 2, enroll: 0 })
  })

  it('by another instructor is refused and affects no payment', async () => {
    const { taught, params } = await teaching(application)
    const student = await application.signedIn('student')
    const { clientSecret } = await beginPaying(student, taught)
    const other = await application.signedIn('instructor')
    expect(await catchCode(other.call(api.changeClass, { params, body: { price: 80 } }))).toBe('NOT_FOUND')
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
  })

  it('of seats during many sales keeps seats and enrolments adding up to the seats offered', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 20 })
    const buying = Array.from({ length: 3 }, async () => buy(await application.signedIn('student'), taught))
    const editing = [15, 12].map((seats) => instructor.call(api.changeClass, { params, body: { seats } }))
    await Promise.all([...buying, ...editing])
    expect((await readSeats(application, taught)).enroll).toBe(3)
    expect((await readAudit(application)).discrepancies).toEqual([])
  })
})
