import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { payments, refunds } from '../payments/payments.table.ts'
import { settle } from '../payments/settle.ts'

const application = openForThisFile()

describe('the places of a deleted account', () => {
  const DAY = 24 * 3_600_000
  const readEnds = (userId: string) =>
    application.services.db
      .select({ runId: enrolments.runId, why: enrolments.endReason, by: enrolments.endedBy })
      .from(enrolments)
      .where(eq(enrolments.userId, userId))
  const readPayments = (userId: string) =>
    application.services.db
      .select({ runId: payments.runId, status: payments.status, reason: refunds.reason })
      .from(payments)
      .leftJoin(refunds, eq(refunds.paymentId, payments.id))
      .where(eq(payments.userId, userId))

  /** A student with a place in a coming date, in one that is paid for too long ago, in one that is over and in a granted one. */
  async function makePlaces(student: { id: string; email: string }) {
    const { db } = application.services
    const chosen = await makeClass(db)
    const user = { ...(await makeUser(db, 'student')), ...student }
    const [coming, paidLongAgo, granted] = [
      await makeRun(db, chosen.id),
      await makeRun(db, chosen.id),
      await makeRun(db, chosen.id),
    ]
    const over = await makeRun(db, chosen.id, { startsAt: Date.now() - 30 * DAY })
    await makeEnrolment(db, user, { ...chosen, runId: coming.id }, { at: Date.now() })
    await makeEnrolment(db, user, { ...chosen, runId: paidLongAgo.id }, { at: Date.now() - 15 * DAY })
    await makeEnrolment(db, user, { ...chosen, runId: over.id })
    const admin = await application.signedIn('admin')
    const place = { userId: student.id, classId: chosen.id, runId: granted.id, listPriceMinor: 4999, createdAt: 0 }
    await transaction(db, (tx) => enrol(tx, { ...place, source: 'granted', grantedBy: admin.user.id, reason: 'Prize' }))
    const runIds = [coming, paidLongAgo, granted].map(({ id }) => id)
    const readTaken = async () =>
      (await Promise.all([...runIds, over.id].map((runId) => readSeats(application, { runId })))).map(
        ({ enroll }) => enroll,
      )
    return { admin, coming, paidLongAgo, granted, over, chosen, readTaken }
  }

  it('end in dates that are not over and free their seats; an admin’s deletion refunds what the terms give', async () => {
    const { user } = await application.signedIn('student')
    const { admin, coming, paidLongAgo, granted, over, readTaken } = await makePlaces(user)
    expect(await readTaken()).toEqual([1, 1, 1, 1])
    await admin.call(api.deleteUser, { params: { id: user.id } })
    expect(await readTaken()).toEqual([0, 0, 0, 1])
    const ended = { why: 'account_deleted', by: admin.user.id }
    expect(await readEnds(user.id)).toEqual(
      expect.arrayContaining([
        ...[coming, paidLongAgo, granted].map(({ id }) => ({ runId: id, ...ended })),
        { runId: over.id, why: null, by: null },
      ]),
    )
    expect(await readPayments(user.id)).toEqual(
      expect.arrayContaining([
        { runId: coming.id, status: 'refunded', reason: 'refunded' },
        { runId: paidLongAgo.id, status: 'paid', reason: null },
        { runId: over.id, status: 'paid', reason: null },
      ]),
    )
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === user.email)
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Refund of receipt/)])
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('are shown before one’s own deletion with what comes back, which is refunded unless declined', async () => {
    for (const refund of [undefined, true, false]) {
      const member = await new Member(application, `place-${refund}@example.test`).register()
      const visitor = await member.asVisitor()
      const { _id: id } = await visitor.call(api.getUser, { params: { email: member.email } })
      const { coming, paidLongAgo, granted, readTaken } = await makePlaces({ id, email: member.email })
      const lost = await visitor.call(api.listLostPlaces)
      expect(new Map(lost.map((place) => [place.runId, place.refund]))).toEqual(
        new Map([
          [coming.id, { amount: 49.99, currency: 'usd' }],
          [paidLongAgo.id, null],
          [granted.id, null],
        ]),
      )
      expect((await member.prove('/api/account/deletion', { password: PASSWORD, refund })).statusCode).toBe(200)
      expect(await readTaken()).toEqual([0, 0, 0, 1])
      const refunded = (await readPayments(id)).filter(({ status }) => status === 'refunded')
      expect(refunded).toEqual(refund === false ? [] : [{ runId: coming.id, status: 'refunded', reason: 'cancelled' }])
    }
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('get nothing more when the date is canceled afterwards, or a dispute about it ends', async () => {
    const { user } = await application.signedIn('student')
    const { admin, paidLongAgo } = await makePlaces(user)
    await admin.call(api.deleteUser, { params: { id: user.id } })
    await admin.call(api.cancelRun, { params: { id: paidLongAgo.id } })
    for (let round = 0; round < 2; round++) await application.runJobs()
    const left = (await readPayments(user.id)).find(({ runId }) => runId === paidLongAgo.id)
    expect(left).toMatchObject({ status: 'paid', reason: null })
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('whose money has gone back before leave payments that are refunded', async () => {
    const student = await application.signedIn('student')
    await buy(student, await makeClass(application.services.db))
    const admin = await application.signedIn('admin')
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    const params = { id: payment?._id ?? '' }
    await admin.call(api.refundPayment, { params, body: { keep_seat: true } })
    await application.runJobs()
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    const isPayment = eq(payments.id, params.id)
    const [row] = await application.services.db.select().from(payments).where(isPayment)
    expect(row?.status).toBe('refunded')
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('that are disputed end without a refund', async () => {
    const { user } = await application.signedIn('student')
    const { admin, coming } = await makePlaces(user)
    await application.services.db.update(payments).set({ isDisputed: true }).where(eq(payments.runId, coming.id))
    await admin.call(api.deleteUser, { params: { id: user.id } })
    expect(await readSeats(application, { runId: coming.id })).toMatchObject({ enroll: 0 })
    expect((await readPayments(user.id)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  })

  it('count for no minimum, no public seat and no message any longer', async () => {
    const { db } = application.services
    const at = await teaching(application)
    const run = await makeRun(db, at.taught.id, { seats: 1, minimum: 1 })
    const student = await application.signedIn('student')
    await makeEnrolment(db, student.user, { ...at.taught, runId: run.id }, { at: Date.now() })
    const admin = await application.signedIn('admin')
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    const shown = await application.visitor.call(api.getClass, { params: at.params })
    expect(shown.runs?.find(({ _id }) => _id === run.id)).toMatchObject({ seats: 1, enroll: 0 })
    const body = { subject: 'Boots', text: 'Bring them.' }
    expect(await at.instructor.call(api.emailStudents, { params: at.params, body })).toEqual({ sentCount: 0 })
  })

  it('are none after a purchase or an enrolment by hand at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const chosen = await makeClass(application.services.db)
      const other = await makeClass(application.services.db)
      const [student, admin] = [await application.signedIn('student'), await application.signedIn('admin')]
      const { clientSecret } = await beginPaying(student, chosen)
      await confirmCard(student, clientSecret)
      const email = student.user.email
      await Promise.allSettled([
        settle(application.services, intentIn(clientSecret)),
        admin.call(api.grantEnrolment, { params: { id: other.runId }, body: { email, reason: 'Prize' } }),
        admin.call(api.deleteUser, { params: { id: student.user.id } }),
      ])
      const seats = [await readSeats(application, chosen), await readSeats(application, other)]
      expect(seats).toEqual([
        { seats: 10, enroll: 0 },
        { seats: 10, enroll: 0 },
      ])
    }
    expect((await readAudit(application)).discrepancies).toEqual([])
  })
})
