import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../demo/factories.ts'
import { booksOf, seatsOf } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, DISPUTED_CARD, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { notices } from './payments.table.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

type Type = 'payment_intent.succeeded' | 'charge.refunded' | 'charge.dispute.created' | 'refund.failed'

/** A notice as Stripe sends it, about an intent. */
const notice = (id: string, intentId: string, type: Type = 'payment_intent.succeeded') => {
  const about =
    type === 'payment_intent.succeeded'
      ? { object: 'payment_intent', id: intentId }
      : { object: 'charge', id: 'ch_any', payment_intent: intentId }
  return JSON.stringify({ id, object: 'event', type, data: { object: about } })
}

const send = (body: string, signature: string) =>
  school.visitor.request('POST', '/webhooks/stripe', {
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })

const signed = (body: string, at = Date.now()) => {
  const seconds = Math.floor(at / 1000)
  const secret = school.parts.sandbox?.webhookSecret ?? ''
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const notify = async (body: string) => (await send(body, signed(body))).statusCode

const stripe = () => {
  if (!school.parts.sandbox) throw new Error('the test school has no sandbox')
  return school.parts.sandbox.stripe
}

describe('notices of the provider', () => {
  it('are refused with a wrong, a missing or an old signature', async () => {
    const body = notice('evt_false', 'pi_any')
    for (const signature of ['', 't=1,v1=00', signed(`${body} `), signed(body, Date.now() - 3_600_000)]) {
      const answer = await send(body, signature)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'SIGNATURE_INVALID' })
    }
  })

  it('are only a hint: a notice that an unpaid intent succeeded changes nothing', async () => {
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(await school.signedIn('student'), chosen)
    const body = notice('evt_hint', intentIn(clientSecret))
    expect(await notify(body)).toBe(200)
    expect(await seatsOf(school, chosen)).toEqual({ seats: 10, enroll: 0 })
  })

  it('are each handled once, and those about intents of others are left alone', async () => {
    const body = notice('evt_foreign', 'pi_of_somebody_else')
    for (let time = 0; time < 3; time++) expect(await notify(body)).toBe(200)
    expect(await school.parts.db.select().from(notices).where(eq(notices.id, 'evt_foreign'))).toHaveLength(1)
  })

  it('do the same work whichever comes first, the notice or the browser, also at the same time', async () => {
    const seats = []
    for (const order of ['notice', 'browser', 'both'] as const) {
      const student = await school.signedIn('student')
      const chosen = await makeClass(school.parts.db)
      const { clientSecret } = await beginPaying(student, chosen)
      const transactionId = intentIn(clientSecret)
      await confirmCard(student, clientSecret)
      const works = [
        () => notify(notice(`evt_${transactionId}`, transactionId)),
        () => student.call(api.recordPayment, { body: { transactionId } }),
      ]
      if (order === 'both') await Promise.all(works.map((work) => work()))
      else for (const work of order === 'notice' ? works : works.reverse()) await work()
      seats.push(await seatsOf(school, chosen))
      const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
      expect(payment?.status).toBe('paid')
    }
    expect(seats).toEqual([1, 2, 3].map(() => ({ seats: 9, enroll: 1 })))
  })

  it('that come three times, or after the refund, change nothing any more', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const transactionId = await buy(student, chosen)
    for (let time = 0; time < 3; time++) expect(await notify(notice('evt_again', transactionId))).toBe(200)
    const query = { email: student.user.email }
    const [payment] = await student.call(api.listPayments, { query })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await school.work()
    expect(await notify(notice('evt_old', transactionId))).toBe(200)
    expect(await student.call(api.listPayments, { query })).toMatchObject([{ status: 'refunded' }])
    expect(await seatsOf(school, chosen)).toEqual({ seats: 10, enroll: 0 })
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })

  it('of a refund made at the provider end the enrolment, also when it comes before that of the payment', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    const transactionId = intentIn(clientSecret)
    await confirmCard(student, clientSecret)
    await stripe().refunds.create({ payment_intent: transactionId })
    expect(await notify(notice('evt_at_provider', transactionId, 'charge.refunded'))).toBe(200)
    expect(await notify(notice('evt_late', transactionId))).toBe(200)
    expect(await student.call(api.listPayments, { query: { email: student.user.email } })).toMatchObject([
      { status: 'refunded', refund: { reason: 'at_provider' } },
    ])
    await school.work()
    expect(await seatsOf(school, chosen)).toEqual({ seats: 10, enroll: 0 })
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })

  it('of a part that went back at the provider, and of a dispute, are shown to admins once, and end nothing', async () => {
    const chosen = await makeClass(school.parts.db)
    const paid = async (card?: string) => {
      const student = await school.signedIn('student')
      const { clientSecret } = await beginPaying(student, chosen)
      await confirmCard(student, clientSecret, card)
      const transactionId = intentIn(clientSecret)
      await student.call(api.recordPayment, { body: { transactionId } })
      return transactionId
    }
    const [partly, disputed] = [await paid(), await paid(DISPUTED_CARD)]
    await stripe().refunds.create({ payment_intent: partly, amount: 1000 })
    for (const id of ['evt_part', 'evt_part_again']) await notify(notice(id, partly, 'charge.refunded'))
    await notify(notice('evt_dispute', disputed, 'charge.dispute.created'))
    const admin = await school.signedIn('admin')
    const told = await admin.call(api.listIncidents)
    const about = (id: string) => told.filter((one) => one.transactionId === id).map(({ text }) => text)
    expect(about(partly)).toEqual([expect.stringMatching(/^\$10\.00 of \$49\.99 went back at the card provider/)])
    expect(about(disputed)).toEqual([expect.stringContaining('disputes this payment')])
    expect(await seatsOf(school, chosen)).toEqual({ seats: 8, enroll: 2 })
    expect((await booksOf(school)).differences).toMatchObject([
      { of: 'payment', says: expect.stringMatching(/\$10\.00 sent back/) },
    ])
  })

  it('are answered 503 while the database is away, so that the provider tries again', async () => {
    const other = await openTestSchool()
    const body = notice('evt_away', 'pi_any')
    await other.parts.database.close()
    const headers = { 'content-type': 'application/json', 'stripe-signature': signed(body) }
    const answer = await other.visitor.request('POST', '/webhooks/stripe', { headers, body })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE'])
    await other.app.close()
  })
})
