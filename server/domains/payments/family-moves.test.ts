import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { StartedMove, StudentMove } from '#contract/moves.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { reconcile } from './reconcile.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** A parent with a seat of their own, one for Ada, and one that is not named, at $100 each; and dates of another class. */
async function makeFamily({ names = [null, 'Ada', null] }: { names?: (string | null)[] } = {}) {
  const { db } = application.services
  const chosen = await makeClass(db, { listPriceMinor: 10_000, name: 'Night Harbour' })
  const other = await makeClass(db, { listPriceMinor: 10_000, name: 'Storm Light' })
  const parent = await application.signedIn('student', { emailConfirmed: true })
  await buy(parent, { ...chosen, party: 3 })
  const bought = await parent.call(api.listSeats)
  for (const [index, name] of names.entries())
    if (name !== null) await parent.call(api.nameGuest, { params: { id: bought[index]?._id ?? '' }, body: { name } })
  const listSeats = async (runId: string) =>
    (await admin.call(api.listRunStudents, { params: { id: runId } })).map(({ name, seat }) => [seat, name])
  const own = { query: { email: parent.user.email } }
  return {
    ...{ chosen, other, parent, listSeats, ids: bought.map(({ _id }) => _id) },
    listPayments: () => parent.call(api.listPayments, own),
    makeAt: async (listPriceMinor: number, values: Parameters<typeof makeRun>[2] = {}) =>
      (await makeRun(db, other.id, { listPriceMinor, ...values })).id,
    move: (id: string | undefined, body: StudentMove) =>
      admin.call(api.moveStudent, { params: { id: id ?? '' }, body }),
    quote: (id: string | undefined, query: Pick<StudentMove, 'runId' | 'seats'>) =>
      admin.call(api.getStudentMove, { params: { id: id ?? '' }, query }),
    readMails: async () => {
      await application.runJobs()
      return (await application.readEmails()).filter(({ to }) => to?.[0]?.address === parent.user.email)
    },
    pay: async (toId: string, due: number) => {
      const body = { runId: toId, expected_due: due }
      const started = (await parent.call(api.moveEnrolment, { params: { id: chosen.runId }, body })) as StartedMove
      await confirmCard(parent, started.clientSecret ?? '')
      const transactionId = intentIn(started.clientSecret ?? '')
      return { started, call: parent.call(api.recordPayment, { body: { transactionId } }) }
    },
  }
}

const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

describe('an admin who moves a family to another class', () => {
  it('moves each seat alone, in any order, with its payment, its name and its link', async () => {
    const { chosen, parent, ids, listSeats, listPayments, makeAt, move, quote } = await makeFamily()
    const to = await makeAt(10_000)
    expect(await quote(ids[1], { runId: to })).toMatchObject({ due: 0, credit: 0, seats: 3 })
    for (const id of [ids[2], ids[1]])
      expect(await move(id, { runId: to })).toEqual({ modifiedCount: 1, held_until: null, held_until_clock: null })
    expect((await listSeats(to)).toSorted()).toEqual([
      [2, 'Ada'],
      [3, parent.user.name],
    ])
    expect(await listSeats(chosen.runId)).toEqual([[1, parent.user.name]])
    await move(ids[0], { runId: to })
    expect((await listSeats(to)).toSorted()).toEqual([
      [1, parent.user.name],
      [2, 'Ada'],
      [3, parent.user.name],
    ])
    expect((await listPayments()).map(({ runId }) => runId)).toEqual([to, to, to])
    const seats = await parent.call(api.listSeats)
    expect(seats.map(({ link, guest }) => [link !== null, guest])).toEqual([
      [false, null],
      [false, 'Ada'],
      [true, null],
    ])
    expect(await readSeats(application, chosen)).toMatchObject({ enroll: 0 })
    await expectNoDiscrepancies()
  })

  it('moves all seats at once, gives each its difference as credit, and sends one e-mail that names them', async () => {
    const { chosen, parent, ids, listSeats, listPayments, makeAt, move, quote, readMails } = await makeFamily()
    const to = await makeAt(9000)
    expect(await quote(ids[1], { runId: to, seats: 'all' })).toMatchObject({ due: 0, credit: 30, seats: 3 })
    expect(await move(ids[1], { runId: to, seats: 'all' })).toEqual({
      modifiedCount: 3,
      held_until: null,
      held_until_clock: null,
    })
    expect(await move(ids[1], { runId: to, seats: 'all' })).toEqual({
      modifiedCount: 0,
      held_until: null,
      held_until_clock: null,
    })
    expect(await listSeats(chosen.runId)).toEqual([])
    expect((await listSeats(to)).map(([seat]) => seat).toSorted()).toEqual([1, 2, 3])
    expect((await listPayments()).map(({ credited }) => credited)).toEqual([10, 10, 10])
    const moved = (await readMails()).filter(({ subject }) => subject?.startsWith('We have moved your enrolment'))
    expect(moved).toHaveLength(1)
    expect(moved[0]?.text).toContain(`3 seats: ${parent.user.name}, Ada, seat 3`)
    expect(moved[0]?.text).toContain('You have $30.00 more credit.')
    const [entry] = await admin.call(api.listActivity, { query: {} })
    expect(entry?.words).toContain(`3 seats: ${parent.user.name}, Ada, seat 3`)
    await expectNoDiscrepancies()
  })

  it('waives the difference of all, which is no credit at the next move', async () => {
    const { chosen, parent, ids, makeAt, move } = await makeFamily()
    const dearer = await makeAt(13_000)
    expect(await catchError(move(ids[0], { runId: dearer, seats: 'all' }))).toMatchObject({
      ...{ code: 'PRICE_DIFFERS', message: 'These 3 seats cost $90.00 more.' },
    })
    expect(await move(ids[0], { runId: dearer, seats: 'all', difference: 'waive' })).toMatchObject({ modifiedCount: 3 })
    expect(await move(ids[0], { runId: chosen.runId, seats: 'all' })).toMatchObject({ modifiedCount: 3 })
    expect(await parent.call(api.getCredit)).toMatchObject({ balance: 0 })
    await expectNoDiscrepancies()
  })

  it('holds all seats until the parent has paid the difference in one order, by one link', async () => {
    const { chosen, parent, ids, listSeats, listPayments, makeAt, move, readMails, pay } = await makeFamily()
    const to = await makeAt(13_000, { seats: 3 })
    const { held_until } = await move(ids[2], { runId: to, seats: 'all', difference: 'charge' })
    expect(held_until).toBeGreaterThan(Date.now() + 20 * 3_600_000)
    const links = (await readMails()).filter(({ subject }) => subject === 'Your new date: Storm Light')
    expect(links).toHaveLength(1)
    expect(links[0]?.text).toContain('$90.00')
    expect(links[0]?.text).toContain('3 seats')
    const move_ = { params: { id: chosen.runId } }
    expect(await parent.call(api.getMove, { ...move_, query: { runId: to } })).toMatchObject({
      ...{ due: 90, seats: 3, fee: 0, text: 'That date costs $90.00 more.' },
    })
    const wrong = parent.call(api.moveEnrolment, { ...move_, body: { runId: to, expected_due: 30 } })
    expect(await catchCode(wrong)).toBe('AMOUNT_CHANGED')
    const { started, call } = await pay(to, 90)
    expect(started).toMatchObject({ due: 90, held_until })
    await call
    expect(await listSeats(chosen.runId)).toEqual([])
    expect((await listSeats(to)).map(([seat]) => seat).toSorted()).toEqual([1, 2, 3])
    expect((await listPayments()).map(({ price }) => price)).toEqual([30, 30, 30, 100, 100, 100])
    const done = (await readMails()).filter(({ subject }) => subject === 'Your date has changed: Storm Light')
    expect(done).toHaveLength(1)
    expect(done[0]?.text).toContain('You have paid $90.00 for the move: receipts ')
    const [order] = await parent.call(api.listOrders)
    expect(order).toMatchObject({ total: 90, paid: 90, state: 'completed' })
    const [, , , last] = await listPayments()
    await parent.call(api.cancelPayment, { params: { id: last?._id ?? '' } })
    await application.runJobs()
    expect((await listPayments()).map(({ refunded }) => refunded).toSorted()).toEqual([0, 0, 0, 0, 100, 30].toSorted())
    await expectNoDiscrepancies()
  })

  it('frees the held seats, and returns all of the money, where one of the places is gone in the meantime', async () => {
    const { chosen, ids, parent, listPayments, listSeats, makeAt, move, pay } = await makeFamily()
    const to = await makeAt(13_000)
    await move(ids[0], { runId: to, seats: 'all', difference: 'charge' })
    const body = { runId: to, expected_due: 90 }
    const started = (await parent.call(api.moveEnrolment, { params: { id: chosen.runId }, body })) as StartedMove
    await admin.call(api.refundPayment, { params: { id: (await listPayments())[1]?._id ?? '' } })
    await confirmCard(parent, started.clientSecret ?? '')
    const call = parent.call(api.recordPayment, { body: { transactionId: intentIn(started.clientSecret ?? '') } })
    expect(await catchCode(call)).toBe('MONEY_RETURNED')
    expect(await listSeats(to)).toEqual([])
    expect(await listSeats(chosen.runId)).toHaveLength(2)
    const left = (await parent.call(api.listSeats))[0]?._id
    await move(left, { runId: to, seats: 'all', difference: 'charge' })
    await admin.call(api.refundPayment, {
      params: { id: (await listPayments()).findLast(({ ended }) => !ended)?._id ?? '' },
    })
    await reconcile(application.services)
    expect(await catchCode(pay(to, 60))).toBe('NOT_FOUND')
    await application.runJobs()
    await expectNoDiscrepancies()
  })

  it('keeps a student’s own place the first, and gives their child there the next number', async () => {
    const { other, chosen, parent, ids, listSeats, move } = await makeFamily()
    await buy(parent, other)
    const [there] = (await parent.call(api.listSeats)).filter(({ classId }) => classId === other.id)
    await parent.call(api.nameGuest, { params: { id: there?._id ?? '' }, body: { name: 'Bo' } })
    expect(await move(ids[0], { runId: other.runId, seats: 'all' })).toMatchObject({ modifiedCount: 3 })
    expect((await listSeats(other.runId)).toSorted()).toEqual([
      [1, parent.user.name],
      [2, 'Bo'],
      [3, 'Ada'],
      [4, parent.user.name],
    ])
    expect(await listSeats(chosen.runId)).toEqual([])
    await expectNoDiscrepancies()
  })

  it('is refused for the own place of who has one there; their other seats join it', async () => {
    const { other, parent, ids, listSeats, move } = await makeFamily()
    await buy(parent, { ...other, party: 2 })
    expect(await catchCode(move(ids[0], { runId: other.runId }))).toBe('ALREADY_ENROLLED')
    expect(await catchCode(move(ids[1], { runId: other.runId, seats: 'all' }))).toBe('ALREADY_ENROLLED')
    expect(await move(ids[1], { runId: other.runId })).toMatchObject({ modifiedCount: 1 })
    expect((await listSeats(other.runId)).toSorted()).toEqual([
      [1, parent.user.name],
      [2, parent.user.name],
      [3, 'Ada'],
    ])
    await expectNoDiscrepancies()
  })

  it('is refused for more seats than are free, and moves none then', async () => {
    const { chosen, ids, listSeats, makeAt, move } = await makeFamily()
    const small = await makeAt(10_000, { seats: 2 })
    expect(await catchCode(move(ids[0], { runId: small, seats: 'all' }))).toBe('TOO_FEW_SEATS')
    expect(await listSeats(chosen.runId)).toHaveLength(3)
    expect(await move(ids[2], { runId: small })).toMatchObject({ modifiedCount: 1 })
    await move(ids[1], { runId: small })
    expect(await catchCode(move(ids[0], { runId: small }))).toBe('SEATS_GONE')
  })

  it('leaves a seat that another person has claimed with that person', async () => {
    const { chosen, parent, ids, listSeats, makeAt, move } = await makeFamily()
    const friend = await application.signedIn('student', { emailConfirmed: true })
    const link = (await parent.call(api.listSeats))[2]?.link ?? ''
    await friend.call(api.claimSeat, { body: { token: new URL(link).searchParams.get('token') ?? '' } })
    const to = await makeAt(10_000)
    expect(await move(ids[0], { runId: to, seats: 'all' })).toMatchObject({ modifiedCount: 2 })
    expect(await listSeats(chosen.runId)).toEqual([[1, friend.user.name]])
    await expectNoDiscrepancies()
  })

  it('cannot charge seats together of which one has cost nothing; alone it can', async () => {
    const { chosen, makeAt, quote, move } = await makeFamily()
    const student = await application.signedIn('student', { emailConfirmed: true })
    const grant = { email: student.user.email, reason: 'Guest' }
    const { insertedId: id } = await admin.call(api.grantEnrolment, { params: { id: chosen.runId }, body: grant })
    const item = { classId: chosen.id, runId: chosen.runId, seats: 1, for_others: true }
    const { insertedId: cartId } = await student.call(api.selectClass, { body: item })
    const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price: 100, cartId } })
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    const dearer = await makeAt(13_000)
    expect(await quote(id, { runId: dearer, seats: 'all' })).toMatchObject({ due: 60, seats: 2, is_payable: false })
    const charge = { runId: dearer, difference: 'charge' } as const
    expect(await catchError(move(id, { ...charge, seats: 'all' }))).toMatchObject({
      ...{ code: 'PRICE_DIFFERS', message: expect.stringContaining('one at a time') },
    })
    const seat = (await student.call(api.listSeats))[0]?._id
    expect((await move(seat, charge)).held_until).not.toBeNull()
    await expectNoDiscrepancies()
  })
})
