import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy, checkOut, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { attempts } from './payments.table.ts'

const application = openForThisFile()

const DAY = 24 * 3_600_000

const signIn = (emailConfirmed = true) => application.signedIn('student', { emailConfirmed })
type Student = Awaited<ReturnType<typeof signIn>>

/** A date in ten days, in which a student has a seat. */
async function enroll({ seats = 6, isConfirmed = true } = {}) {
  const { db } = application.services
  const made = await makeClass(db)
  const run = await makeRun(db, made.id, { startsAt: Date.now() + 10 * DAY, seats })
  const other = await makeRun(db, made.id, { startsAt: Date.now() + 20 * DAY, seats })
  await db.delete(runs).where(eq(runs.id, made.runId))
  const chosen = { ...made, runId: run.id }
  const student = await signIn(isConfirmed)
  await buy(student, chosen)
  return { chosen, student, otherId: other.id }
}
type Chosen = Awaited<ReturnType<typeof enroll>>['chosen']

const select = (student: Student, { id: classId, runId }: Chosen, seats: number) =>
  student.call(api.selectClass, { body: { classId, runId, seats, for_others: true } })

async function buyMore(student: Student, chosen: Chosen, seats: number) {
  const { insertedId } = await select(student, chosen, seats)
  const { clientSecret } = await checkOut(student, [insertedId])
  return pay(student, clientSecret)
}

async function pay(student: Student, clientSecret: string) {
  await confirmCard(student, clientSecret)
  return student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
}

const own = ({ user }: Student) => ({ query: { email: user.email } })
const listNumbers = async (student: Student) => (await student.call(api.listSeats)).map(({ seat }) => seat)
const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

describe('who has a seat', () => {
  it('buys further ones of the date to pass on, as often as there are seats, and each has a link', async () => {
    const { chosen, student } = await enroll()
    const { insertedId } = await select(student, chosen, 2)
    expect(await student.call(api.listCart, own(student))).toMatchObject([
      { _id: insertedId, seats: 2, for_others: true, problem: null, total: 99.98, dates: [] },
    ])
    const { clientSecret, due } = await checkOut(student, [insertedId])
    expect(due).toBe(99.98)
    await pay(student, clientSecret)
    await buyMore(student, chosen, 1)
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 4 })
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const texts = emails.map(({ text }) => text ?? '').join()
    expect(texts).toContain(`You are enrolled in ${chosen.name}.`)
    expect(texts).toContain(`You are enrolled in ${chosen.name} (2 seats for others).`)
    expect(texts).toContain(`You are enrolled in ${chosen.name} (a seat for another person).`)
    const seats = await student.call(api.listSeats)
    expect(seats.map(({ seat, link }) => [seat, link !== null])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, true],
    ])
    const friend = await signIn()
    const token = new URL(seats[3]?.link ?? '').searchParams.get('token') ?? ''
    await friend.call(api.claimSeat, { body: { token } })
    expect(await friend.call(api.listEnrolledClasses, own(friend))).toHaveLength(1)
    expect(await student.call(api.listEnrolledClasses, own(student))).toHaveLength(1)
    await buyMore(student, chosen, 1)
    expect(await listNumbers(student)).toEqual([1, 2, 3, 4, 5])
    expect(await student.call(api.listCart, own(student))).toEqual([])
    await expectNoDiscrepancies()
  })

  it('is refused another one for themselves: only a body that names date, number and purpose passes', async () => {
    const { chosen, student, otherId } = await enroll()
    const { id: classId, runId } = chosen
    const [schoolClass] = await application.visitor.call(api.listApprovedClasses)
    const refused = async (body: Record<string, unknown>) =>
      catchCode(student.call(api.selectClass, { body: { classId, ...body } }))
    for (const body of [
      {},
      { runId },
      { runId, seats: 1 },
      { runId, seats: 2 },
      { runId, seats: 2, for_others: false },
      { runId, for_others: true },
      { seats: 2, for_others: true },
      { ...schoolClass, runId, seats: 2, enroll: 1, for_others: true },
      { runId: otherId, seats: 1, for_others: true },
    ])
      expect(await refused(body), JSON.stringify(body)).toBe('ALREADY_ENROLLED')
    expect(await refused({ runId, seats: 2, for_others: 'yes' })).toBe('INVALID_INPUT')
    expect(await student.call(api.listCart, own(student))).toEqual([])
  })

  it('has no more seats than there are, nor than an account may hold', async () => {
    const { chosen, student } = await enroll({ seats: 4 })
    expect(await catchCode(select(student, chosen, 4))).toBe('TOO_FEW_SEATS')
    for (const seats of [0, 11]) expect(await catchCode(select(student, chosen, seats))).toBe('INVALID_INPUT')
    const unconfirmed = await enroll({ isConfirmed: false })
    const { insertedId } = await select(unconfirmed.student, unconfirmed.chosen, 3)
    expect(await catchCode(checkOut(unconfirmed.student, [insertedId]))).toBe('TOO_MANY_HOLDS')
  })

  it('keeps the further ones as seats to pass on where their own ends before they have paid', async () => {
    const { chosen, student } = await enroll()
    const { insertedId } = await select(student, chosen, 2)
    const { clientSecret } = await checkOut(student, [insertedId])
    const [payment] = await student.call(api.listPayments, own(student))
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await pay(student, clientSecret)
    const seats = await student.call(api.listSeats)
    expect(seats.map(({ seat, link }) => [seat, link !== null])).toEqual([
      [2, true],
      [3, true],
    ])
    await expectNoDiscrepancies()
  })

  it('holds those for others also from an enrolment by hand', async () => {
    const { chosen, student } = await enroll({ seats: 2 })
    await checkOut(student, [(await select(student, chosen, 1)).insertedId])
    const [payment] = await student.call(api.listPayments, own(student))
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await beginPaying(await signIn(), chosen)
    const admin = await application.signedIn('admin')
    const body = { email: student.user.email, reason: 'At the desk' }
    const grant = admin.call(api.grantEnrolment, { params: { id: chosen.runId }, body })
    expect(await catchCode(grant)).toBe('SEATS_HELD')
  })

  it('gets the money back that comes late for seats whose numbers they have bought in the meantime', async () => {
    const { chosen, student } = await enroll()
    const { insertedId } = await select(student, chosen, 1)
    const late = await checkOut(student, [insertedId])
    // As the job does that ends checkouts, before the money comes.
    await application.services.db
      .update(attempts)
      .set({ status: 'released', heldSeats: 0 })
      .where(eq(attempts.orderId, late.orderId))
    await application.services.db.update(runs).set({ held: 0 }).where(eq(runs.id, chosen.runId))
    const { clientSecret } = await checkOut(student, [insertedId])
    await pay(student, clientSecret)
    expect(await catchCode(pay(student, late.clientSecret))).toBe('MONEY_RETURNED')
    expect(await listNumbers(student)).toEqual([1, 2])
  })
})

it('who has no seat selects a first one, whatever it is for', async () => {
  const { chosen } = await enroll()
  const student = await signIn()
  await select(student, chosen, 2)
  expect(await student.call(api.listCart, own(student))).toMatchObject([{ seats: 2, for_others: false }])
  const elsewhere = await enroll()
  await buyMore(student, elsewhere.chosen, 2)
  expect(await listNumbers(student)).toEqual([1, 2])
})

describe('the number of seats in the cart', () => {
  it('can be changed, which ends the checkout, also of seats for others', async () => {
    const { chosen, student } = await enroll({ seats: 4 })
    const change = (visitor: Student, id: string, seats: number) =>
      visitor.call(api.changeCartDate, { params: { id }, body: { runId: chosen.runId, seats } })
    const { insertedId } = await select(student, chosen, 1)
    await checkOut(student, [insertedId])
    expect(await catchCode(change(student, insertedId, 1))).toBe('ALREADY_SELECTED')
    expect(await catchCode(change(student, insertedId, 4))).toBe('TOO_FEW_SEATS')
    expect(await catchCode(change(await signIn(), insertedId, 2))).toBe('NOT_FOUND')
    for (const seats of [0, 11]) expect(await catchCode(change(student, insertedId, seats))).toBe('INVALID_INPUT')
    expect(await student.call(api.listHolds)).toHaveLength(1)
    const changed = await change(student, insertedId, 3)
    expect(await student.call(api.listHolds)).toEqual([])
    expect(await student.call(api.listCart, own(student))).toMatchObject([
      { _id: changed.insertedId, seats: 3, for_others: true, problem: null, total: 149.97 },
    ])
    const { clientSecret } = await checkOut(student, [changed.insertedId])
    await pay(student, clientSecret)
    expect(await listNumbers(student)).toEqual([1, 2, 3, 4])
    await expectNoDiscrepancies()
  })
})
