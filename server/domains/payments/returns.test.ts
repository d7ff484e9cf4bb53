import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { NewTerms } from '#contract/terms.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readCode } from '../../../testing/instructor.ts'
import { readAudit } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { attempts, payments } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const DAY = 24 * 3_600_000

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

interface Options {
  seats?: number
  resale?: NewTerms['resale']
  steps?: NewTerms['steps']
  startsAt?: number
}

/** A date whose terms give nothing back but for a seat that is sold again. Its seats are sold. */
async function sellOut({ seats = 1, resale = 'less_fee', steps = [], startsAt = Date.now() + 40 * DAY }: Options = {}) {
  const { db } = application.services
  const body = NewTerms.parse({ name: 'Resale', resale, resale_fee: resale === 'less_fee' ? 15 : 0, steps })
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const made = await makeClass(db, { termsId, listPriceMinor: 8000, seats: 0 })
  const run = await makeRun(db, made.id, { seats, startsAt })
  await db.delete(runs).where(eq(runs.id, made.runId))
  const chosen = { ...made, runId: run.id }
  const buyers: Seller[] = []
  for (let each = 0; each < seats; each++) buyers.push(await becomeBuyer(chosen))
  return { chosen, runId: run.id, buyers, first: buyers[0] as Seller }
}

async function becomeBuyer(chosen: Parameters<typeof buy>[1]) {
  const student = await signIn()
  await buy(student, chosen)
  const read = async () => {
    const all = await student.call(api.listPayments, { query: { email: student.user.email } })
    const payment = all[0]
    if (!payment) throw new Error('There is no payment.')
    return payment
  }
  const { _id: id } = await read()
  const turn = (on: boolean, by: Visitor = student) => by.call(api.returnSeat, { params: { id }, body: { on } })
  return { student, id, read, turn }
}

type Seller = Awaited<ReturnType<typeof becomeBuyer>>

const readShown = async (classId: string) =>
  (await application.visitor.call(api.getClass, { params: { id: classId } })).seats

async function readRun(runId: string) {
  const [row] = await application.services.db.select().from(runs).where(eq(runs.id, runId))
  const { seats, held, enroll, returns, shownSeats } = row ?? ({} as typeof runs.$inferSelect)
  return { seats, held, enroll, returns, shownSeats }
}

const readSubjects = async ({ user }: Student) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === user.email).map(({ subject }) => subject)

const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

describe('a seat that its student gives back if it is sold again', () => {
  it('stays with its student until another student buys it, and then the terms give the money less the fee', async () => {
    const { chosen, runId, first } = await sellOut()
    expect((await first.read()).resale).toEqual({ refund: 65, credit: 0, since: null })
    expect(await first.turn(true)).toEqual({ modifiedCount: 1 })
    expect(await first.turn(true)).toEqual({ modifiedCount: 0 })
    expect((await first.read()).resale).toEqual({ refund: 65, credit: 0, since: expect.any(Number) })
    expect(await readShown(chosen.id)).toBe(1)
    expect(await readRun(runId)).toEqual({ seats: 0, held: 0, enroll: 1, returns: 1, shownSeats: 1 })
    const roster = await admin.call(api.listStudents, { params: { id: chosen.id } })
    expect(roster).toMatchObject([{ returning: true }])
    await expectNoDiscrepancies()
    const other = await signIn()
    await buy(other, chosen)
    expect(await first.read()).toMatchObject({
      ...{ status: 'refunded', refunded: 65, resale: null, ended: { why: 'resold' }, refund: { reason: 'resold' } },
    })
    expect(await readRun(runId)).toEqual({ seats: 0, held: 0, enroll: 1, returns: 0, shownSeats: 0 })
    const left = await admin.call(api.listStudents, { params: { id: chosen.id } })
    expect(left).toMatchObject([{ email: other.user.email, returning: false }])
    expect(await readSubjects(first.student)).toContainEqual(expect.stringContaining('Refund of receipt'))
    await expectNoDiscrepancies()
  })

  it('gives the full amount where the terms say so, and what admins have refunded before only once', async () => {
    const { chosen, first } = await sellOut({ resale: 'full' })
    await admin.call(api.refundPayment, { params: { id: first.id }, body: { amount: 30, keep_seat: true } })
    expect((await first.read()).resale).toMatchObject({ refund: 50 })
    await first.turn(true)
    await buy(await signIn(), chosen)
    expect(await first.read()).toMatchObject({ refunded: 80, ended: { why: 'resold' } })
    await expectNoDiscrepancies()
  })

  it('may be taken back until it is in checkout, and again once that has ended', async () => {
    const { chosen, runId, first } = await sellOut()
    await first.turn(true)
    expect(await first.turn(false)).toEqual({ modifiedCount: 1 })
    expect(await readShown(chosen.id)).toBe(0)
    expect(await catchCode(buy(await signIn(), chosen))).toBe('SEATS_GONE')
    await first.turn(true)
    const other = await signIn()
    const { cartId } = await beginPaying(other, chosen)
    expect(await catchCode(first.turn(false))).toBe('BEING_PAID')
    expect(await readRun(runId)).toMatchObject({ held: 1, returns: 1 })
    expect(await catchCode(beginPaying(await signIn(), chosen))).toBe('SEATS_HELD')
    await application.services.db.update(attempts).set({ heldUntil: 1 }).where(eq(attempts.cartId, cartId))
    await reconcile(application.services)
    expect(await first.turn(false)).toEqual({ modifiedCount: 1 })
    expect(await first.read()).toMatchObject({ ended: null, refunded: 0 })
    await expectNoDiscrepancies()
  })

  it('is sold after all others, and the one that was offered first before the next', async () => {
    const { chosen, runId, buyers } = await sellOut({ seats: 3 })
    const [ada, ben, eva] = buyers as [Seller, Seller, Seller]
    await ben.turn(true)
    await ada.turn(true)
    await eva.student.call(api.cancelPayment, { params: { id: eva.id } })
    expect(await readShown(chosen.id)).toBe(3)
    await buy(await signIn(), chosen)
    expect(await readRun(runId)).toMatchObject({ seats: 0, enroll: 3, returns: 2 })
    const { clientSecret, ...paying } = await payLater(chosen)
    expect(await ada.turn(false)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(ben.turn(false))).toBe('BEING_PAID')
    await confirmCard(paying.student, clientSecret)
    await paying.student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect((await ben.read()).ended).toMatchObject({ why: 'resold' })
    expect((await ada.read()).ended).toBeNull()
    await expectNoDiscrepancies()
  })

  it('is offered to who waits before the public, and cannot be taken back then', async () => {
    const { chosen, runId, first } = await sellOut()
    const student = await signIn()
    await student.call(api.joinWaitingList, { params: { id: runId } })
    await first.turn(true)
    expect(await student.call(api.listOwnWaiting)).toMatchObject([{ state: 'offered', takeable: true }])
    expect(await readShown(chosen.id)).toBe(0)
    expect(await catchCode(first.turn(false))).toBe('BEING_PAID')
    expect(await catchCode(buy(await signIn(), chosen))).toBe('SEATS_GONE')
    await expectNoDiscrepancies()
    await buy(student, chosen)
    expect((await first.read()).ended).toMatchObject({ why: 'resold' })
    expect(await readRun(runId)).toEqual({ seats: 0, held: 0, enroll: 1, returns: 0, shownSeats: 0 })
    await expectNoDiscrepancies()
  })

  it('is a free one once its student cancels, is moved or deleted, also while another pays for it', async () => {
    const { chosen, runId, buyers } = await sellOut({ seats: 3 })
    const [ada, ben, eva] = buyers as [Seller, Seller, Seller]
    const elsewhere = await makeRun(application.services.db, chosen.id, { seats: 1, startsAt: Date.now() + 50 * DAY })
    for (const each of [ada, ben, eva]) await each.turn(true)
    const { clientSecret, student } = await payLater(chosen)
    await ada.student.call(api.cancelPayment, { params: { id: ada.id } })
    expect(await readRun(runId)).toEqual({ seats: 1, held: 1, enroll: 2, returns: 2, shownSeats: 3 })
    await ben.student.call(api.moveEnrolment, { params: { id: runId }, body: { runId: elsewhere.id } })
    await admin.call(api.deleteUser, { params: { id: eva.student.user.id } })
    expect(await readRun(runId)).toEqual({ seats: 3, held: 1, enroll: 0, returns: 0, shownSeats: 3 })
    expect((await ben.read()).resale).toMatchObject({ since: null })
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readRun(runId)).toMatchObject({ seats: 2, enroll: 1 })
    await expectNoDiscrepancies()
  })

  it('is never taken by an enrolment by hand or a move', async () => {
    const { chosen, runId, first } = await sellOut()
    const other = await makeRun(application.services.db, chosen.id, { seats: 1 })
    const mover = await becomeBuyer({ ...chosen, runId: other.id })
    await first.turn(true)
    const { user } = await signIn()
    const grant = { params: { id: runId }, body: { email: user.email, reason: 'x' } }
    expect(await catchCode(admin.call(api.grantEnrolment, grant))).toBe('SEATS_GONE')
    const move = { params: { id: other.id }, body: { runId } }
    expect(await catchCode(mover.student.call(api.moveEnrolment, move))).toBe('SEATS_GONE')
  })

  it('is not for sale again while the bank decides on its payment', async () => {
    const { chosen, first } = await sellOut()
    await application.services.db.update(payments).set({ isDisputed: true }).where(eq(payments.id, first.id))
    expect(await catchCode(first.turn(true))).toBe('PAYMENT_DISPUTED')
    expect((await first.read()).resale).toBeNull()
    expect(await readShown(chosen.id)).toBe(0)
  })

  it('is refused to strangers, and where the terms give no more, the date has begun or the sale is over', async () => {
    const { first, runId } = await sellOut()
    const stranger = await signIn()
    expect(await catchCode(first.turn(true, stranger))).toBe('NOT_FOUND')
    expect(await catchCode(first.turn(true, admin))).toBe('NOT_FOUND')
    for (const id of ['none', runId]) {
      const call = first.student.call(api.returnSeat, { params: { id }, body: { on: true } })
      expect(await catchCode(call)).toBe('NOT_FOUND')
    }
    const { db } = application.services
    const set = (values: Partial<typeof runs.$inferInsert>) => db.update(runs).set(values).where(eq(runs.id, runId))
    await set({ lastMoment: Date.now() - 1 })
    expect(await catchCode(first.turn(true))).toBe('RUN_CLOSED')
    await set({ startsAt: Date.now() - 1 })
    expect(await catchCode(first.turn(true))).toBe('CANCEL_TOO_LATE')
    expect((await first.read()).resale).toBeNull()
    const none = await sellOut({ resale: 'none' })
    expect(await catchCode(none.first.turn(true))).toBe('NOT_RETURNABLE')
    const all = { hours_before: 24, refund_percent: 90, credit_percent: 0, fee: 0 }
    const kept = await sellOut({ steps: [all] })
    expect(await catchCode(kept.first.turn(true))).toBe('NOT_RETURNABLE')
    expect((await kept.first.read()).resale).toBeNull()
    await kept.first.student.call(api.cancelPayment, { params: { id: kept.first.id } })
    expect(await catchCode(kept.first.turn(true))).toBe('CANCEL_TOO_LATE')
  })

  it('is sold once, where many buy it while its student takes it back', async () => {
    for (let time = 0; time < 3; time++) {
      const { chosen, runId, first } = await sellOut()
      await first.turn(true)
      const others = await Promise.all([signIn(), signIn(), signIn()])
      const [back, ...codes] = await Promise.all([
        readCode(first.turn(false)),
        ...others.map((other) => readCode(buy(other, chosen))),
      ])
      const sold = codes.filter((code) => code === null).length
      expect([0, 1]).toContain(sold)
      const { ended } = await first.read()
      expect(ended?.why ?? null).toBe(sold === 1 ? 'resold' : null)
      if (back === null) expect(sold).toBe(0)
      expect(await readRun(runId)).toMatchObject({ seats: 0, enroll: 1 })
      await expectNoDiscrepancies()
    }
  })

  async function payLater(chosen: Parameters<typeof buy>[1]) {
    const student = await signIn()
    return { student, ...(await beginPaying(student, chosen)) }
  }
})
