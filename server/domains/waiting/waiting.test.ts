import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { NewRun } from '#contract/runs.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { makeClass, makeRun, type RunOptions } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readCode } from '../../../testing/instructor.ts'
import { readAudit } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { runs } from '../classes/runs/runs.table.ts'
import * as Enrolments from '../enrolments/enrolments.ts'
import { attempts } from '../payments/payments.table.ts'
import { reconcile } from '../payments/reconcile.ts'
import { sweep } from './offers.ts'
import { waitingEntries } from './waiting.table.ts'

const application = openForThisFile()

const HOUR = 3_600_000

type Student = Awaited<ReturnType<typeof application.signedIn>>

/** A student whose address is confirmed. */
const signIn = () => application.signedIn('student', { emailConfirmed: true })

/** A date of one seat that a student has bought. */
async function sellOut(values: RunOptions = {}) {
  const { db } = application.services
  const made = await makeClass(db, { seats: 0 })
  const run = await makeRun(db, made.id, { seats: 1, ...values })
  await db.delete(runs).where(eq(runs.id, made.runId))
  const chosen = { ...made, runId: run.id }
  const buyer = await signIn()
  await buy(buyer, chosen)
  return { chosen, runId: run.id, buyer }
}

const join = async (runId: string, student?: Student) => {
  const waiting = student ?? (await signIn())
  const { insertedId: id } = await waiting.call(api.joinWaitingList, { params: { id: runId } })
  return { student: waiting, id }
}

const cancel = async (buyer: Student, runId: string) => {
  const payments = await buyer.call(api.listPayments, { query: { email: buyer.user.email } })
  const payment = payments.find((row) => row.runId === runId && row.ended === null)
  return buyer.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
}

const readOwn = async (student: Student) => (await student.call(api.listOwnWaiting))[0]

async function readRun(runId: string) {
  const [row] = await application.services.db.select().from(runs).where(eq(runs.id, runId))
  const { seats, held, offers, waiting, shownSeats } = row ?? ({} as typeof runs.$inferSelect)
  return { seats, held, offers, waiting, shownSeats }
}

const readShown = async (classId: string) =>
  (await application.visitor.call(api.getClass, { params: { id: classId } })).seats

const passOffer = (id: string) =>
  application.services.db
    .update(waitingEntries)
    .set({ offeredUntil: Date.now() - 1 })
    .where(eq(waitingEntries.id, id))

const readEmails = async (student: Student) =>
  (await application.readEmails()).filter(({ to }) => JSON.stringify(to).includes(student.user.email))
const readSubjects = async (student: Student) => (await readEmails(student)).map(({ subject }) => subject)

const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

describe('joining a waiting list', () => {
  it('puts a student behind those who wait, and is in their data', async () => {
    const { runId, chosen } = await sellOut()
    const first = await join(runId)
    const second = await join(runId)
    expect(await readOwn(second.student)).toMatchObject({
      ...{ _id: second.id, runId, classId: chosen.id, seats: 1, state: 'waiting', position: 2, offered_until: null },
      ...{ className: chosen.name, price: 49.99, takeable: false },
    })
    expect(await readOwn(first.student)).toMatchObject({ position: 1 })
    const data = await second.student.call(api.getOwnData)
    expect(data.waiting).toMatchObject([{ _id: second.id, state: 'waiting' }])
    await expectNoDiscrepancies()
  })

  it('is refused with a free seat, twice, to who is enrolled, and for more seats than there are', async () => {
    const { runId, buyer, chosen } = await sellOut()
    const { student } = await join(runId)
    const joinAs = (visitor: Student, id = runId, body?: { seats: number }) =>
      catchCode(visitor.call(api.joinWaitingList, { params: { id }, body }))
    expect(await joinAs(student)).toBe('ALREADY_WAITING')
    expect(await joinAs(buyer)).toBe('ALREADY_ENROLLED')
    expect(await joinAs(await signIn(), runId, { seats: 2 })).toBe('TOO_FEW_SEATS')
    for (const seats of [0, 11, 1.5]) expect(await joinAs(await signIn(), runId, { seats })).toBe('INVALID_INPUT')
    const free = await makeRun(application.services.db, chosen.id)
    expect(await joinAs(await signIn(), free.id)).toBe('SEATS_FREE')
    const empty = await makeRun(application.services.db, chosen.id, { seats: 0 })
    expect(await joinAs(await signIn(), empty.id)).toBe('TOO_FEW_SEATS')
  })

  it('is refused while the own checkout holds the seat, and open to others, whom it then shows no seats', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const buyer = await signIn()
    await beginPaying(buyer, chosen)
    const joinOwn = buyer.call(api.joinWaitingList, { params: { id: chosen.runId } })
    expect(await catchCode(joinOwn)).toBe('SEATS_FREE')
    expect(await readShown(chosen.id)).toBe(1)
    await join(chosen.runId)
    expect(await readShown(chosen.id)).toBe(0)
  })

  it('needs a confirmed address, and a date that can be enrolled in', async () => {
    const { runId, chosen } = await sellOut()
    const unconfirmed = await application.signedIn('student', { emailConfirmed: false })
    expect(await catchCode(unconfirmed.call(api.joinWaitingList, { params: { id: runId } }))).toBe(
      'EMAIL_NOT_CONFIRMED',
    )
    const student = await signIn()
    const set = (values: RunOptions) => application.services.db.update(runs).set(values).where(eq(runs.id, runId))
    const admin = await application.signedIn('admin')
    const joinNow = () => catchCode(student.call(api.joinWaitingList, { params: { id: runId } }))
    await set({ lastMoment: Date.now() - 1 })
    expect(await joinNow()).toBe('RUN_CLOSED')
    await set({ lastMoment: null })
    await admin.call(api.cancelRun, { params: { id: runId } })
    expect(await joinNow()).toBe('RUN_CLOSED')
    const pending = await makeClass(application.services.db, { status: 'pending', seats: 0 })
    for (const id of [pending.runId, 'no-id', chosen.id])
      expect(await catchCode(student.call(api.joinWaitingList, { params: { id } }))).toBe('NOT_FOUND')
  })

  it('is for students, and the list is for the staff of the class', async () => {
    const { runId, chosen } = await sellOut()
    const { student, id } = await join(runId)
    const admin = await application.signedIn('admin')
    const other = await application.signedIn('instructor')
    expect(await catchCode(admin.call(api.joinWaitingList, { params: { id: runId } }))).toBe('NOT_ALLOWED')
    expect(await catchCode(student.call(api.listWaiting, { params: { id: runId } }))).toBe('NOT_ALLOWED')
    expect(await catchCode(other.call(api.listWaiting, { params: { id: runId } }))).toBe('NOT_FOUND')
    const list = await admin.call(api.listWaiting, { params: { id: runId } })
    expect(list).toMatchObject([{ _id: id, position: 1, name: student.user.name, email: student.user.email }])
    const shown = await admin.call(api.getClass, { params: { id: chosen.id } })
    expect(shown.runs).toMatchObject([{ seats: 0, offers: 0, waiting: 1 }])
    const stranger = await signIn()
    for (const call of [api.leaveWaitingList, api.declineOffer])
      expect(await catchCode(stranger.call(call, { params: { id } }))).toBe('NOT_FOUND')
  })

  it('counts two people who join at the same moment, and one person once', async () => {
    const { runId } = await sellOut()
    const [ada, ben] = [await signIn(), await signIn()]
    const results = await Promise.all(
      [ada, ada, ben].map((each) => readCode(each.call(api.joinWaitingList, { params: { id: runId } }))),
    )
    expect(results.toSorted()).toEqual(['ALREADY_WAITING', null, null])
    expect(await readRun(runId)).toMatchObject({ waiting: 2 })
    await expectNoDiscrepancies()
  })
})

describe('a seat that becomes free', () => {
  it('is offered to the first who waits, at the price of that moment, and shown to nobody else', async () => {
    const { runId, buyer, chosen } = await sellOut()
    const { student, id } = await join(runId)
    await join(runId)
    await cancel(buyer, runId)
    const entry = await readOwn(student)
    expect(entry).toMatchObject({ _id: id, state: 'offered', position: null, takeable: true })
    expect((entry?.offered_until ?? 0) - Date.now()).toBeGreaterThan(23.9 * HOUR)
    expect(await readRun(runId)).toEqual({ seats: 1, held: 1, offers: 1, waiting: 1, shownSeats: 0 })
    expect(await readShown(chosen.id)).toBe(0)
    expect(await readSubjects(student)).toEqual([`A seat is free for you: ${chosen.name}`])
    const until = formatClockTime(entry?.offered_until_clock ?? '', entry?.time_zone ?? null, { now: 'always' })
    expect((await readEmails(student))[0]?.text).toContain(`We hold the seat for you until ${until}.`)
    const admin = await application.signedIn('admin')
    const [listed] = await admin.call(api.listWaiting, { params: { id: runId } })
    expect(listed).toMatchObject({ offered_until_clock: entry?.offered_until_clock, time_zone: entry?.time_zone })
    await application.services.db.update(runs).set({ listPriceMinor: 9999 }).where(eq(runs.id, runId))
    const stranger = await signIn()
    expect(await catchCode(buy(stranger, chosen))).toBe('SEATS_GONE')
    await buy(student, chosen)
    expect(await readOwn(student)).toMatchObject({ state: 'taken', price: 49.99 })
    expect(await readRun(runId)).toEqual({ seats: 0, held: 0, offers: 0, waiting: 1, shownSeats: 0 })
    await expectNoDiscrepancies()
  })

  it('is offered for at most half of the time to the last moment, and for the hours of the school', async () => {
    const { runId, buyer } = await sellOut({ startsAt: Date.now() + 30 * HOUR })
    const { student } = await join(runId)
    await cancel(buyer, runId)
    const left = ((await readOwn(student))?.offered_until ?? 0) - Date.now()
    expect(left).toBeGreaterThan(14.9 * HOUR)
    expect(left).toBeLessThan(15.1 * HOUR)
    const admin = await application.signedIn('admin')
    await admin.call(api.changeSchool, { body: { offer_hours: 2 } })
    const later = await sellOut()
    const second = await join(later.runId)
    await cancel(later.buyer, later.runId)
    await admin.call(api.changeSchool, { body: { offer_hours: 24 } })
    expect(((await readOwn(second.student))?.offered_until ?? 0) - Date.now()).toBeLessThan(2.1 * HOUR)
  })

  it('costs what it was offered for, also where the list price has fallen since', async () => {
    const { runId, buyer, chosen } = await sellOut()
    const { student } = await join(runId)
    await cancel(buyer, runId)
    await application.services.db.update(runs).set({ listPriceMinor: 3999 }).where(eq(runs.id, runId))
    await student.call(api.selectClass, { body: { classId: chosen.id, runId } })
    const [item] = await student.call(api.listCart, { query: { email: student.user.email } })
    expect(item).toMatchObject({ price: 49.99, selected_price: 49.99, problem: null })
  })

  it('goes on to the next when the offer is declined, left or expired, and to the public after the last', async () => {
    const { runId, buyer, chosen } = await sellOut()
    const [ada, ben, eva] = [await join(runId), await join(runId), await join(runId)]
    await cancel(buyer, runId)
    expect(await ada.student.call(api.declineOffer, { params: { id: ada.id } })).toEqual({ modifiedCount: 1 })
    expect(await catchCode(ada.student.call(api.declineOffer, { params: { id: ada.id } }))).toBe('OFFER_ENDED')
    expect(await readOwn(ada.student)).toMatchObject({ state: 'declined', takeable: false })
    expect(await readOwn(ben.student)).toMatchObject({ state: 'offered' })
    expect(await ben.student.call(api.leaveWaitingList, { params: { id: ben.id } })).toEqual({ deletedCount: 1 })
    expect(await ben.student.call(api.leaveWaitingList, { params: { id: ben.id } })).toEqual({ deletedCount: 0 })
    await application.runJobs()
    await passOffer(eva.id)
    expect(await catchCode(buy(eva.student, chosen))).toBe('SEATS_GONE')
    await sweep(application.services)
    expect(await readOwn(eva.student)).toMatchObject({ state: 'expired' })
    expect(await readSubjects(eva.student)).toEqual([
      `A seat is free for you: ${chosen.name}`,
      `Your offer has ended: ${chosen.name}`,
    ])
    expect(await readShown(chosen.id)).toBe(1)
    expect((await join((await sellOut()).runId, eva.student)).id).toBeTruthy()
    await expectNoDiscrepancies()
  })

  it('is offered to the next where the first is no longer a student', async () => {
    const { runId, buyer } = await sellOut()
    const [eva, ben] = [await join(runId), await join(runId)]
    await cancel(buyer, runId)
    await application.runJobs()
    const { id } = eva.student.user
    const admin = await application.signedIn('admin')
    await admin.call(api.makeInstructor, { params: { id } })
    await sweep(application.services)
    await application.runJobs()
    expect(await readOwn(ben.student)).toMatchObject({ state: 'offered' })
    await admin.call(api.makeStudent, { params: { id } })
    expect(await readOwn(eva.student)).toMatchObject({ state: 'left' })
    await expectNoDiscrepancies()
  })

  it('is offered when seats are added, a hold is released, a student moves, an enrolment is ended or an account deleted', async () => {
    const { db } = application.services
    const admin = await application.signedIn('admin')
    const made = await sellOut()
    const { insertedId: other } = await admin.call(api.addRun, {
      params: { id: made.chosen.id },
      body: NewRun.parse({
        seats: 3,
        time_zone: 'Europe/Oslo',
        sessions: [{ starts: '2030-01-01T10:00', ends: '2030-01-01T12:00' }],
      }),
    })
    const waiting = []
    for (let each = 0; each < 5; each++) waiting.push(await join(made.runId))
    const countOffered = () =>
      db
        .$count(waitingEntries, eq(waitingEntries.runId, made.runId))
        .then(
          async () =>
            (await db.select().from(waitingEntries).where(eq(waitingEntries.runId, made.runId))).filter(
              ({ state }) => state === 'offered',
            ).length,
        )
    await admin.call(api.changeRun, { params: { id: made.runId }, body: { seats: 2 } })
    expect(await countOffered()).toBe(2)
    await made.buyer.call(api.moveEnrolment, { params: { id: made.runId }, body: { runId: other } })
    expect(await countOffered()).toBe(3)
    const [first] = waiting
    const { insertedId: enrolment } = await admin.call(api.grantEnrolment, {
      params: { id: made.runId },
      body: { email: first?.student.user.email ?? '', reason: 'x' },
    })
    expect(await readOwn(first?.student as Student)).toMatchObject({ state: 'taken' })
    expect(await countOffered()).toBe(2)
    await admin.call(api.endEnrolment, { params: { id: enrolment } })
    expect(await countOffered()).toBe(3)
    await admin.call(api.deleteUser, { params: { id: waiting[1]?.student.user.id ?? '' } })
    expect(await countOffered()).toBe(3)
    expect(await readRun(made.runId)).toEqual({ seats: 3, held: 3, offers: 3, waiting: 0, shownSeats: 0 })
    await expectNoDiscrepancies()
  })

  it('is offered when a checkout that held it is released', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const buyer = await signIn()
    const { cartId } = await beginPaying(buyer, chosen)
    const { student } = await join(chosen.runId)
    await buyer.call(api.removeCartItem, { params: { id: cartId } })
    expect(await readOwn(student)).toMatchObject({ state: 'offered' })
  })

  it('is never taken by an enrolment by hand, an import or a move', async () => {
    const { runId, buyer } = await sellOut()
    await join(runId)
    await cancel(buyer, runId)
    const admin = await application.signedIn('admin')
    const { user } = await signIn()
    const grant = admin.call(api.grantEnrolment, { params: { id: runId }, body: { email: user.email, reason: 'x' } })
    expect(await catchCode(grant)).toBe('SEATS_HELD')
  })

  it('is offered once where two of them become free at the same moment', async () => {
    const { runId, buyer } = await sellOut({ seats: 2 })
    const chosen = { id: await readOwnClass(runId), listPriceMinor: 4999, runId }
    const second = await signIn()
    await buy(second, chosen)
    const waiting = [await join(runId), await join(runId), await join(runId)]
    await Promise.all([cancel(buyer, runId), cancel(second, runId)])
    expect(await Promise.all(waiting.map(async ({ student }) => (await readOwn(student))?.state))).toEqual([
      'offered',
      'offered',
      'waiting',
    ])
    await expectNoDiscrepancies()
  })
})

async function readOwnClass(runId: string) {
  const [row] = await application.services.db.select({ classId: runs.classId }).from(runs).where(eq(runs.id, runId))
  return row?.classId ?? ''
}

describe('an offer in checkout', () => {
  /** A student who waited is paying for the seat that they were offered. */
  async function payForOffer() {
    const made = await sellOut()
    const { student, id } = await join(made.runId)
    const next = await join(made.runId)
    await cancel(made.buyer, made.runId)
    const paying = await beginPaying(student, made.chosen)
    return { ...made, ...paying, student, id, next }
  }

  it('stays with its student after its time, and can be neither declined nor left', async () => {
    const { student, id, clientSecret, runId } = await payForOffer()
    expect(await catchCode(student.call(api.declineOffer, { params: { id } }))).toBe('BEING_PAID')
    expect(await catchCode(student.call(api.leaveWaitingList, { params: { id } }))).toBe('BEING_PAID')
    await passOffer(id)
    await sweep(application.services)
    expect(await readOwn(student)).toMatchObject({ state: 'offered', takeable: true })
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readOwn(student)).toMatchObject({ state: 'taken' })
    expect(await readRun(runId)).toEqual({ seats: 0, held: 0, offers: 0, waiting: 1, shownSeats: 0 })
    await expectNoDiscrepancies()
  })

  it('ends with the checkout whose time is over, and goes to the next', async () => {
    const { student, cartId, next } = await payForOffer()
    await application.services.db.update(attempts).set({ heldUntil: 1 }).where(eq(attempts.cartId, cartId))
    await reconcile(application.services)
    expect(await readOwn(student)).toMatchObject({ state: 'expired' })
    expect(await readOwn(next.student)).toMatchObject({ state: 'offered' })
    await expectNoDiscrepancies()
  })

  it('holds the seat again where its student releases it in time, and may be taken again', async () => {
    const { student, runId, chosen } = await payForOffer()
    const [held] = await student.call(api.listHolds)
    await student.call(api.releaseHold, { params: { id: held?._id ?? '' } })
    expect(await readOwn(student)).toMatchObject({ state: 'offered', takeable: true })
    expect(await readRun(runId)).toMatchObject({ held: 1, offers: 1, waiting: 1 })
    await expectNoDiscrepancies()
    const [item] = await student.call(api.listCart, { query: { email: student.user.email } })
    expect(item).toMatchObject({ runId: chosen.runId, problem: null, price: 49.99 })
    await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId: item?._id ?? '' } })
    expect(await readRun(runId)).toMatchObject({ held: 1, offers: 1 })
  })

  it('is not renewed beyond its quarter of an hour', async () => {
    const { student, cartId } = await payForOffer()
    const { db } = application.services
    await db
      .update(attempts)
      .set({ heldSince: Date.now() - 10 * 60_000, heldUntil: Date.now() + 5 * 60_000 })
      .where(eq(attempts.cartId, cartId))
    await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    const [held] = await student.call(api.listHolds)
    expect((held?.held_until ?? 0) - Date.now()).toBeLessThan(6 * 60_000)
  })

  it('is taken or expires, where both come at the same moment', async () => {
    for (let time = 0; time < 3; time++) {
      const made = await sellOut()
      const { student, id } = await join(made.runId)
      await cancel(made.buyer, made.runId)
      const { insertedId: cartId } = await student.call(api.selectClass, {
        body: { classId: made.chosen.id, runId: made.runId },
      })
      const begin = student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
      const [code] = await Promise.all([
        readCode(begin),
        student.call(api.declineOffer, { params: { id } }).catch(() => null),
      ])
      const { state } = (await readOwn(student)) ?? {}
      expect([null, 'SEATS_HELD']).toContain(code)
      // Who declined first may still buy the seat as anyone.
      expect(['offered', 'declined']).toContain(state)
      const { seats, held } = await readRun(made.runId)
      expect({ seats, held }).toEqual({ seats: 1, held: code === null ? 1 : 0 })
      await expectNoDiscrepancies()
    }
  })
})

describe('in the last 24 hours', () => {
  it('all who wait are notified at once, may select the seat, and the first to pay gets it', async () => {
    const made = await sellOut({ startsAt: Date.now() + 20 * HOUR })
    const [ada, ben] = [await join(made.runId), await join(made.runId)]
    await cancel(made.buyer, made.runId)
    for (const { student } of [ada, ben]) {
      expect(await readOwn(student)).toMatchObject({ state: 'waiting', takeable: true })
      expect(await readSubjects(student)).toEqual([`A seat is free, first come, first served: ${made.chosen.name}`])
    }
    expect(await readShown(made.chosen.id)).toBe(0)
    const stranger = await signIn()
    expect(await catchCode(buy(stranger, made.chosen))).toBe('SEATS_GONE')
    const admin = await application.signedIn('admin')
    const grant = admin.call(api.grantEnrolment, {
      params: { id: made.runId },
      body: { email: stranger.user.email, reason: 'x' },
    })
    expect(await catchCode(grant)).toBe('SEATS_HELD')
    await buy(ben.student, made.chosen)
    expect(await readOwn(ben.student)).toMatchObject({ state: 'taken' })
    expect(await readOwn(ada.student)).toMatchObject({ state: 'waiting', position: 1, takeable: false })
    await expectNoDiscrepancies()
  })

  it('who finds the date sold out can join those who may select', async () => {
    const made = await sellOut({ startsAt: Date.now() + 20 * HOUR })
    await join(made.runId)
    await cancel(made.buyer, made.runId)
    const late = await join(made.runId)
    expect(await readOwn(late.student)).toMatchObject({ takeable: true })
  })
})

describe('a waiting list', () => {
  it('is closed when its date is canceled or over, and says so', async () => {
    const { services } = application
    const canceled = await sellOut()
    const { student } = await join(canceled.runId)
    const admin = await application.signedIn('admin')
    await admin.call(api.cancelRun, { params: { id: canceled.runId } })
    expect(await readOwn(student)).toMatchObject({ state: 'closed' })
    expect(await readSubjects(student)).toEqual([`Waiting list closed: ${canceled.chosen.name}`])
    const over = await sellOut()
    const late = await join(over.runId)
    await services.db.update(runs).set({ startsAt: 1, endsAt: 2 }).where(eq(runs.id, over.runId))
    await sweep(services)
    expect(await readOwn(late.student)).toMatchObject({ state: 'closed' })
    await expectNoDiscrepancies()
  })

  it('lets its staff offer a seat out of order with a reason that is logged', async () => {
    const made = await sellOut()
    const [ada, ben] = [await join(made.runId), await join(made.runId)]
    const admin = await application.signedIn('admin')
    const offer = (reason: string, id = ben.id) => admin.call(api.offerOutOfOrder, { params: { id }, body: { reason } })
    expect(await catchCode(offer(' '))).toBe('INVALID_INPUT')
    expect(await offer('Brings the tripods')).toEqual({ modifiedCount: 1 })
    expect(await readOwn(ben.student)).toMatchObject({ position: 1 })
    expect(await readOwn(ada.student)).toMatchObject({ position: 2 })
    await cancel(made.buyer, made.runId)
    expect(await readOwn(ben.student)).toMatchObject({ state: 'offered' })
    expect(await catchCode(offer('Again'))).toBe('OFFER_ENDED')
    const log = await admin.call(api.listActivity)
    expect(log.find(({ deed }) => deed === 'seat_offered')).toMatchObject({
      deed: 'seat_offered',
      subject: made.chosen.name,
      words: `${ben.student.user.email}: Brings the tripods`,
    })
    const other = await application.signedIn('instructor')
    expect(await catchCode(other.call(api.offerOutOfOrder, { params: { id: ada.id }, body: { reason: 'Mine' } }))).toBe(
      'NOT_FOUND',
    )
  })

  it('is left by who gets a seat of another date of the class, whose offer goes to the next at once', async () => {
    const made = await sellOut()
    const other = await makeRun(application.services.db, made.chosen.id)
    const elsewhere = { ...made.chosen, runId: other.id }
    const [ada, ben, eva] = [await join(made.runId), await join(made.runId), await join(made.runId)]
    await buy(ada.student, elsewhere)
    expect(await readOwn(ada.student)).toMatchObject({ state: 'left' })
    await cancel(made.buyer, made.runId)
    expect(await readOwn(ben.student)).toMatchObject({ state: 'offered' })
    await buy(ben.student, elsewhere)
    expect(await readOwn(ben.student)).toMatchObject({ state: 'left' })
    expect(await readOwn(eva.student)).toMatchObject({ state: 'offered' })
    const admin = await application.signedIn('admin')
    const granted = { params: { id: other.id }, body: { email: eva.student.user.email, reason: 'x' } }
    await admin.call(api.grantEnrolment, granted)
    expect(await readOwn(eva.student)).toMatchObject({ state: 'left' })
    expect(await readRun(made.runId)).toEqual({ seats: 1, held: 0, offers: 0, waiting: 0, shownSeats: 1 })
    await expectNoDiscrepancies()
  })

  it('is left within a minute by who has got a seat of another date from a release without waiting lists', async () => {
    const made = await sellOut()
    const other = await makeRun(application.services.db, made.chosen.id)
    const [ada, ben] = [await join(made.runId), await join(made.runId)]
    await cancel(made.buyer, made.runId)
    const enrolment = { userId: ada.student.user.id, classId: made.chosen.id, runId: other.id, listPriceMinor: 4999 }
    const granted = { ...enrolment, source: 'granted' as const, reason: 'x', createdAt: Date.now() }
    await inTransaction(application.services, (tx) => Enrolments.enrol(tx, granted))
    expect(await readOwn(ada.student)).toMatchObject({ state: 'offered' })
    await sweep(application.services)
    expect(await readOwn(ada.student)).toMatchObject({ state: 'left' })
    expect(await readOwn(ben.student)).toMatchObject({ state: 'offered' })
    await expectNoDiscrepancies()
  })

  it('closes its offers when the sale ends early, except one that is being paid', async () => {
    const made = await sellOut({ seats: 2, startsAt: Date.now() + 100 * HOUR })
    const second = await signIn()
    await buy(second, made.chosen)
    const [ada, ben, eva] = [await join(made.runId), await join(made.runId), await join(made.runId)]
    await cancel(made.buyer, made.runId)
    await cancel(second, made.runId)
    await beginPaying(ben.student, made.chosen)
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.closeRun, { params: { id: made.runId } })).toEqual({ modifiedCount: 1 })
    expect(await readOwn(ada.student)).toMatchObject({ state: 'closed', takeable: false })
    expect(await readOwn(ben.student)).toMatchObject({ state: 'offered' })
    expect(await readOwn(eva.student)).toMatchObject({ state: 'waiting' })
    expect(await readSubjects(ada.student)).toContain(`Waiting list closed: ${made.chosen.name}`)
    expect(await readRun(made.runId)).toMatchObject({ seats: 2, held: 1, offers: 1, waiting: 1 })
    await expectNoDiscrepancies()
  })

  it('closes its offers within a minute where the last moment was moved before their end', async () => {
    const made = await sellOut({ startsAt: Date.now() + 100 * HOUR })
    const { student } = await join(made.runId)
    await cancel(made.buyer, made.runId)
    const { db } = application.services
    await db
      .update(runs)
      .set({ lastMoment: Date.now() - 1 })
      .where(eq(runs.id, made.runId))
    await sweep(application.services)
    expect(await readOwn(student)).toMatchObject({ state: 'closed' })
    await expectNoDiscrepancies()
  })

  it('that a release without waiting lists has passed over is served within a minute', async () => {
    const made = await sellOut()
    const { student } = await join(made.runId)
    const { db } = application.services
    await db.update(runs).set({ seats: 1, offered: 2 }).where(eq(runs.id, made.runId))
    expect((await readAudit(application)).discrepancies).toMatchObject([{ kind: 'run', id: made.runId }])
    await sweep(application.services)
    expect(await readOwn(student)).toMatchObject({ state: 'offered' })
    await expectNoDiscrepancies()
  })
})

describe('an offer whose checkout a release without waiting lists has ended', () => {
  it.each(['released', 'settled'] as const)('ends within a minute after its time, where that %s it', async (status) => {
    const made = await sellOut()
    const { student, id } = await join(made.runId)
    await cancel(made.buyer, made.runId)
    const { cartId, clientSecret } = await beginPaying(student, made.chosen)
    const { db } = application.services
    if (status === 'released') {
      await db.update(attempts).set({ status, heldSeats: 0 }).where(eq(attempts.cartId, cartId))
      await db.update(runs).set({ held: 0 }).where(eq(runs.id, made.runId))
    } else {
      await confirmCard(student, clientSecret)
      await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
      await db.update(waitingEntries).set({ state: 'offered' }).where(eq(waitingEntries.id, id))
      await db.update(runs).set({ offers: 1 }).where(eq(runs.id, made.runId))
    }
    await passOffer(id)
    await sweep(application.services)
    expect(await readOwn(student)).toMatchObject({ state: status === 'released' ? 'expired' : 'taken' })
    expect(await readRun(made.runId)).toMatchObject({ offers: 0, held: 0 })
    await expectNoDiscrepancies()
  })
})
