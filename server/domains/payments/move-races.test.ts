import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { StartedCheckout } from '#contract/checkout.ts'
import { NewTerms } from '#contract/terms.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, refuseWebhookEvents, until } from '../../../testing/orders.ts'
import { buy, confirmCard, DISPUTED_CARD, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { readRows } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { lockAllForSale } from '../classes/runs/seats.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import * as Enrolments from '../enrolments/enrolments.ts'
import { users } from '../users/users.table.ts'
import { moveSeatPayments } from './move-settlement.ts'
import { payments } from './payments.table.ts'
import { refundClass } from './withdrawals.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<typeof application.signedIn>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** Creates two classes with a date at $100 each, and a student who has the first one. */
async function makePlace({ isGranted = false, resale = 'none' as NewTerms['resale'] } = {}) {
  const { db } = application.services
  const steps = [{ hours_before: 0, refund_percent: 100, credit_percent: 0, fee: 0 }]
  const terms = NewTerms.parse({ name: 'Moves', steps: resale === 'none' ? steps : [], resale })
  const { insertedId: termsId } = await admin.call(api.addTerms, { body: terms })
  const [one, other] = [
    await makeClass(db, { termsId, listPriceMinor: 10_000 }),
    await makeClass(db, { listPriceMinor: 10_000, name: 'Storm Light' }),
  ]
  const [from, to] = [await makeRun(db, one.id), await makeRun(db, other.id)]
  const student = await application.signedIn('student', { emailConfirmed: true })
  const body = { email: student.user.email, reason: 'Prize' }
  if (isGranted) await admin.call(api.grantEnrolment, { params: { id: from.id }, body })
  else await buy(student, { ...one, runId: from.id })
  const readPlace = async () => {
    const [place] = await db.select().from(enrolments).where(eq(enrolments.userId, student.user.id))
    if (!place) throw new Error('There is no enrolment.')
    return place
  }
  const list = () => student.call(api.listPayments, { query: { email: student.user.email } })
  return {
    ...{ one, other, from, to, student, readPlace, list },
    move: (runId: string, difference?: 'waive' | 'charge') =>
      readPlace().then(({ id }) => admin.call(api.moveStudent, { params: { id }, body: { runId, difference } })),
    begin: async (fromId: string, runId: string, expected_due: number, visitor: Visitor = student) =>
      (await visitor.call(api.moveEnrolment, {
        params: { id: fromId },
        body: { runId, expected_due },
      })) as StartedCheckout,
    /** Gives the place to another student while a call waits for the lock of its class. */
    giveDuring: async <T>(start: () => Promise<T>): Promise<T> => {
      const place = await readPlace()
      const { user } = await application.signedIn('student')
      const { pending } = await inTransaction(application.services, async (tx) => {
        await lockAllForSale(tx, [from.id])
        const pending = start()
        await until(isAnyWaiting)
        await Enrolments.substitute(tx, place, user.id)
        return { pending }
      })
      return pending
    },
    /** Moves the place to the other class while a call waits for the lock of its own. */
    moveDuring: async <T>(start: () => Promise<T>): Promise<T> => {
      const place = await readPlace()
      const { pending } = await inTransaction(application.services, async (tx) => {
        const locked = await lockAllForSale(tx, [from.id, to.id])
        const pending = start()
        await until(isAnyWaiting)
        await Enrolments.move(tx, place, { from, to, listPriceMinor: 10_000, seat: 1 })
        const [before, now] = [locked.get(from.id), locked.get(to.id)]
        if (place.paymentId && before && now) await moveSeatPayments(tx, place.paymentId, { from: before, to: now })
        return { pending }
      })
      return pending
    },
    audit: async () => {
      const payments = (await list()).flatMap(({ _id, orderId }) => [_id, orderId])
      const ids = [student.user.id, one.id, other.id, from.id, to.id, ...payments]
      return (await readAudit(application)).discrepancies.filter(({ id }) => ids.includes(id)).map(({ text }) => text)
    },
  }
}

async function isAnyWaiting(): Promise<boolean> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await readRows(application.services.db, waiting)).length > 0
}

describe('a place that is moved to another class while', () => {
  for (const isGranted of [true, false])
    it(`its class is withdrawn stays, ${isGranted ? 'as one that was granted' : 'with its payment'}`, async () => {
      const { one, to, readPlace, moveDuring, audit } = await makePlace({ isGranted })
      await admin.call(api.withdrawClass, { params: { id: one.id } })
      await moveDuring(() => refundClass(application.services, one.id, admin.user.id))
      await application.runJobs()
      expect(await readPlace()).toMatchObject({ runId: to.id, endedAt: null })
      expect(await audit()).toEqual([])
    })

  it('an admin ends it ends where it is then', async () => {
    const { to, readPlace, moveDuring, audit } = await makePlace({ isGranted: true })
    const { id } = await readPlace()
    expect(await moveDuring(() => admin.call(api.endEnrolment, { params: { id } }))).toEqual({ deletedCount: 1 })
    expect(await readPlace()).toMatchObject({ runId: to.id, endedAt: expect.any(Number) })
    const [newest] = await admin.call(api.listActivity, { query: {} })
    expect(newest).toMatchObject({ deed: 'enrolment_ended', subject: 'Storm Light' })
    expect(await audit()).toEqual([])
  })

  it('a move of it is settled is moved from there, or its money returned', async () => {
    const { one, from, student, begin, moveDuring, readPlace, audit } = await makePlace()
    refuseWebhookEvents(application)
    const dearer = await makeRun(application.services.db, one.id, { listPriceMinor: 14_000 })
    const { clientSecret } = await begin(from.id, dearer.id, 40)
    await confirmCard(student, clientSecret ?? '')
    const body = { transactionId: intentIn(clientSecret ?? '') }
    await moveDuring(() => student.call(api.recordPayment, { body }))
    expect((await readPlace()).runId).toBe(dearer.id)
    expect(await audit()).toEqual([])
  })

  it('a refund at the provider is read has it recorded, with credit for the rest', async () => {
    const { to, list, readPlace, moveDuring, audit } = await makePlace()
    refuseWebhookEvents(application)
    const [payment] = await list()
    const refund = { payment_intent: payment?.transactionId ?? '', amount: 4000 }
    await application.sandbox?.stripe.refunds.create(refund)
    const body = { amount: 10, credit: true, keep_seat: true }
    await moveDuring(() => admin.call(api.refundPayment, { params: { id: payment?._id ?? '' }, body }))
    expect((await list())[0]).toMatchObject({ refunded: 40, credited: 10 })
    expect(await readPlace()).toMatchObject({ runId: to.id, endedAt: null })
    expect(await audit()).toEqual([])
  })

  it('admins move others in the opposite direction', async () => {
    const places = await Promise.all([makePlace(), makePlace()])
    const [{ from, to }] = places as [Awaited<ReturnType<typeof makePlace>>, unknown]
    const [one, other] = places
    await other?.move(to.id)
    for (let round = 0; round < 4; round++) {
      const [ahead, back] = round % 2 === 0 ? [to.id, from.id] : [from.id, to.id]
      const moved = await Promise.all([one?.move(ahead), other?.move(back)])
      expect(moved).toMatchObject([{ modifiedCount: 1 }, { modifiedCount: 1 }])
    }
    expect(await one?.audit()).toEqual([])
  })
})

describe('a place that a substitute has got in the meantime', () => {
  for (const listPriceMinor of [9000, 14_000])
    it(`is not moved by its former student to a ${listPriceMinor > 10_000 ? 'dearer' : 'cheaper'} date`, async () => {
      const { one, from, begin, giveDuring, audit } = await makePlace()
      const { id } = await makeRun(application.services.db, one.id, { listPriceMinor })
      const due = Math.max(0, listPriceMinor / 100 - 100)
      expect(await catchCode(giveDuring(() => begin(from.id, id, due)))).toBe('NOT_FOUND')
      expect(await audit()).toEqual([])
    })
})

describe('a move whose payment is disputed', () => {
  /** Moves the student with a card whose payments are disputed. */
  async function moveDisputed(options: Parameters<typeof makePlace>[0] = {}) {
    const place = await makePlace(options)
    const dearer = await makeRun(application.services.db, place.one.id, { listPriceMinor: 14_000 })
    const { clientSecret } = await place.begin(place.from.id, dearer.id, 40)
    await confirmCard(place.student, clientSecret ?? '', DISPUTED_CARD)
    await place.student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } })
    await until(async () => (await place.list())[0]?.disputed === true)
    return { ...place, dearer }
  }

  it('does not keep its student from deleting the account', async () => {
    const { student, readPlace } = await moveDisputed()
    expect(await admin.call(api.deleteUser, { params: { id: student.user.id } })).toEqual({ deletedCount: 1 })
    expect(await readPlace()).toMatchObject({ endReason: 'account_deleted' })
  })

  it('neither offers the seat for sale again nor its cancellation', async () => {
    const { student, list } = await moveDisputed({ resale: 'full' })
    const [, bought] = await list()
    expect(bought).toMatchObject({ resale: null, may_cancel: false })
    const params = { id: bought?._id ?? '' }
    expect(await catchCode(student.call(api.returnSeat, { params, body: { on: true } }))).toBe('PAYMENT_DISPUTED')
    expect(await catchCode(student.call(api.getCancellation, { params }))).toBe('PAYMENT_DISPUTED')
  })

  it('lets the e-mail of a canceled date reach its student, whose refund waits', async () => {
    const { student, dearer } = await moveDisputed()
    await admin.call(api.cancelRun, { params: { id: dearer.id } })
    await application.runJobs()
    const own = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(own.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/cancel/i))
  })
})

describe('a move that was refunded in part', () => {
  it('counts as refunded once its student has deleted the account, although nothing more comes back', async () => {
    const { one, from, student, begin, list, readPlace } = await makePlace({ resale: 'full' })
    const dearer = await makeRun(application.services.db, one.id, { listPriceMinor: 14_000 })
    const { clientSecret } = await begin(from.id, dearer.id, 40)
    await confirmCard(student, clientSecret ?? '')
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } })
    const [moved] = await list()
    const id = moved?._id ?? ''
    await admin.call(api.refundPayment, { params: { id }, body: { amount: 15 } })
    await application.runJobs()
    await until(async () => (await list())[0]?.status === 'paid')
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    expect(await readPlace()).toMatchObject({ endReason: 'account_deleted' })
    const [payment] = await application.services.db.select().from(payments).where(eq(payments.id, id))
    expect(payment).toMatchObject({ status: 'refunded' })
    const { discrepancies } = await readAudit(application)
    expect(discrepancies.filter((one) => one.id === id)).toEqual([])
  })
})

describe('a difference that no card can pay', () => {
  it('is waived, and no credit at the next move', async () => {
    const { one, from, student, begin, audit } = await makePlace()
    const little = await makeRun(application.services.db, one.id, { listPriceMinor: 10_030 })
    const { orderId } = await begin(from.id, little.id, 0.3)
    await student.call(api.completeCheckout, { params: { id: orderId } })
    const params = { id: little.id }
    expect(await student.call(api.moveEnrolment, { params, body: { runId: from.id } })).toEqual({ modifiedCount: 1 })
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 0 })
    expect(await audit()).toEqual([])
  })
})

describe('a difference above the largest amount of a card', () => {
  it('is refused to the student and to the admin who would charge it, and holds nothing', async () => {
    const { one, from, student, begin, move, list, audit } = await makePlace()
    const dearest = await makeRun(application.services.db, one.id, { listPriceMinor: 100_010_000 })
    const tooLarge = { statusCode: 409, code: 'AMOUNT_TOO_LARGE', message: expect.stringContaining('$999,999.99') }
    expect(await catchError(begin(from.id, dearest.id, 1_000_000))).toMatchObject(tooLarge)
    const charged = move(dearest.id, 'charge')
    expect(await catchError(charged)).toMatchObject(tooLarge)
    expect(await student.call(api.listHolds)).toEqual([])
    expect(await list()).toMatchObject([{ runId: from.id, ended: null }])
    expect(await audit()).toEqual([])
  })
})

describe('the link of a move to another class', () => {
  it('is only for the student who got it, also where a substitute has the place then', async () => {
    const { from, to, student, move, begin, readPlace } = await makePlace()
    await application.services.db.execute(sql`update runs set list_price_minor = 14000 where id = ${to.id}`)
    expect(await move(to.id, 'charge')).toMatchObject({ modifiedCount: 0 })
    const substitute = await application.signedIn('student', { emailConfirmed: true })
    const body = { email: substitute.user.email, name: 'Leo Brandt' }
    await student.call(api.nameSubstitute, { params: { id: (await readPlaceId(student)) ?? '' }, body })
    expect(await catchCode(begin(from.id, to.id, 40, substitute))).toBe('NOT_FOUND')
    expect(await readPlace().catch(() => null)).toBeNull()
  })
})

async function readPlaceId(student: Awaited<ReturnType<typeof application.signedIn>>): Promise<string | undefined> {
  return (await student.call(api.listEnrolledClasses, { query: { email: student.user.email } }))[0]?._id
}

describe('the selection of a class', () => {
  it('is made after a deadlock with the deletion of an account, which locks classes too', async () => {
    const { other, to, student } = await makePlace()
    const selected = await inTransaction(application.services, async (tx) => {
      await tx.select().from(classes).where(eq(classes.id, other.id)).for('update')
      const pending = student.call(api.selectClass, { body: { classId: other.id, runId: to.id } })
      pending.catch(() => undefined)
      await until(isAnyWaiting)
      await tx.select().from(users).where(eq(users.id, student.user.id)).for('update')
      return { pending }
    })
    expect(await selected.pending).toEqual({ insertedId: expect.any(String) })
  })
})
