import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest, openTestApplication } from '../../../testing/application.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, DISPUTED_CARD, intentIn } from '../../../testing/paying.ts'
import { webhookEvents } from './payments.table.ts'
import { removeOldEvents } from './webhook-events.ts'

const application = openForThisFile()

type Type = 'payment_intent.succeeded' | 'charge.refunded' | 'charge.dispute.created' | 'refund.failed'

/** Builds an event about an intent as Stripe sends it. */
const buildEvent = (id: string, intentId: string, type: Type = 'payment_intent.succeeded') => {
  const object =
    type === 'payment_intent.succeeded'
      ? { object: 'payment_intent', id: intentId }
      : { object: 'charge', id: 'ch_any', payment_intent: intentId }
  return JSON.stringify({ id, object: 'event', type, data: { object } })
}

const send = (body: string, signature: string) =>
  application.visitor.request('POST', '/webhooks/stripe', {
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })

const sign = (body: string, at = Date.now()) => {
  const seconds = Math.floor(at / 1000)
  const secret = application.sandbox?.webhookSecret ?? ''
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const notify = async (body: string) => (await send(body, sign(body))).statusCode

const stripe = () => {
  if (!application.sandbox) throw new Error('The test application has no sandbox.')
  return application.sandbox.stripe
}

describe('webhook events', () => {
  it('are refused with a wrong, a missing or an old signature', async () => {
    const body = buildEvent('evt_false', 'pi_any')
    for (const signature of ['', 't=1,v1=00', sign(`${body} `), sign(body, Date.now() - 3_600_000)]) {
      const response = await send(body, signature)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'SIGNATURE_INVALID' })
    }
  })

  it('are accepted for five minutes after their signature, and no longer', async () => {
    const body = buildEvent('evt_aged', 'pi_any')
    const sendAged = async (seconds: number) => (await send(body, sign(body, Date.now() - seconds * 1000))).statusCode
    expect(await sendAged(290)).toBe(200)
    expect(await sendAged(310)).toBe(400)
  })

  it('are only a hint: an event for an unpaid intent changes nothing', async () => {
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(await application.signedIn('student'), chosen)
    const body = buildEvent('evt_hint', intentIn(clientSecret))
    expect(await notify(body)).toBe(200)
    expect(await readSeats(application, chosen)).toEqual({ seats: 10, enroll: 0 })
  })

  it('are each handled once, and ignored for intents of other systems', async () => {
    const body = buildEvent('evt_foreign', 'pi_of_another_system')
    for (let time = 0; time < 3; time++) expect(await notify(body)).toBe(200)
    expect(
      await application.services.db.select().from(webhookEvents).where(eq(webhookEvents.id, 'evt_foreign')),
    ).toHaveLength(1)
  })

  it('do the same work before, after and during the report of the browser', async () => {
    const seats = []
    for (const order of ['event', 'browser', 'both'] as const) {
      const student = await application.signedIn('student')
      const chosen = await makeClass(application.services.db)
      const { clientSecret } = await beginPaying(student, chosen)
      const transactionId = intentIn(clientSecret)
      await confirmCard(student, clientSecret)
      const works = [
        () => notify(buildEvent(`evt_${transactionId}`, transactionId)),
        () => student.call(api.recordPayment, { body: { transactionId } }),
      ]
      if (order === 'both') await Promise.all(works.map((work) => work()))
      else for (const work of order === 'event' ? works : works.reverse()) await work()
      seats.push(await readSeats(application, chosen))
      const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
      expect(payment?.status).toBe('paid')
    }
    expect(seats).toEqual([1, 2, 3].map(() => ({ seats: 9, enroll: 1 })))
  })

  it('that are repeated, or arrive after the refund, change nothing', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const transactionId = await buy(student, chosen)
    for (let time = 0; time < 3; time++) expect(await notify(buildEvent('evt_again', transactionId))).toBe(200)
    const query = { email: student.user.email }
    const [payment] = await student.call(api.listPayments, { query })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await application.runJobs()
    expect(await notify(buildEvent('evt_old', transactionId))).toBe(200)
    expect(await student.call(api.listPayments, { query })).toMatchObject([{ status: 'refunded' }])
    expect(await readSeats(application, chosen)).toEqual({ seats: 10, enroll: 0 })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('of a refund at the provider end the enrolment, even when they arrive before the payment’s event', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(student, chosen)
    const transactionId = intentIn(clientSecret)
    await confirmCard(student, clientSecret)
    await stripe().refunds.create({ payment_intent: transactionId })
    expect(await notify(buildEvent('evt_at_provider', transactionId, 'charge.refunded'))).toBe(200)
    expect(await notify(buildEvent('evt_late', transactionId))).toBe(200)
    expect(await student.call(api.listPayments, { query: { email: student.user.email } })).toMatchObject([
      { status: 'refunded', refund: { reason: 'at_provider' } },
    ])
    await application.runJobs()
    expect(await readSeats(application, chosen)).toEqual({ seats: 10, enroll: 0 })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('of a dispute are shown to admins once, of a partial refund never, and both keep the enrolment', async () => {
    const chosen = await makeClass(application.services.db)
    const pay = async (card?: string) => {
      const student = await application.signedIn('student')
      const { clientSecret } = await beginPaying(student, chosen)
      await confirmCard(student, clientSecret, card)
      const transactionId = intentIn(clientSecret)
      await student.call(api.recordPayment, { body: { transactionId } })
      return transactionId
    }
    const [partial, disputed] = [await pay(), await pay(DISPUTED_CARD)]
    await stripe().refunds.create({ payment_intent: partial, amount: 1000 })
    for (const id of ['evt_part', 'evt_part_again']) await notify(buildEvent(id, partial, 'charge.refunded'))
    await notify(buildEvent('evt_dispute', disputed, 'charge.dispute.created'))
    const admin = await application.signedIn('admin')
    const incidents = await admin.call(api.listIncidents)
    const textsAbout = (id: string) =>
      incidents.filter((incident) => incident.transactionId === id).map(({ text }) => text)
    expect(textsAbout(partial)).toEqual([])
    expect(await admin.call(api.findPayments, { query: { q: partial } })).toMatchObject([{ refunded: 10 }])
    expect(textsAbout(disputed)).toEqual([expect.stringContaining('disputes this payment')])
    expect(await readSeats(application, chosen)).toEqual({ seats: 8, enroll: 2 })
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('are forgotten after 30 days, except the newest, which the status shows', async () => {
    const other = await openForThisTest()
    const { db } = other.services
    const admin = await other.signedIn('admin')
    const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60_000
    const readIds = async () => (await db.select().from(webhookEvents)).map(({ id }) => id).sort()
    const [old, recent] = [
      { id: 'evt_31', createdAt: daysAgo(31) },
      { id: 'evt_29', createdAt: daysAgo(29) },
    ]
    await db.insert(webhookEvents).values([{ id: 'evt_32', createdAt: daysAgo(32) }, old])
    await removeOldEvents(db)
    expect(await readIds()).toEqual(['evt_31'])
    expect((await admin.call(api.getStatus)).cards.event_at).toBe(old.createdAt)
    await db.insert(webhookEvents).values(recent)
    await removeOldEvents(db)
    expect(await readIds()).toEqual(['evt_29'])
  })

  it('get a 503 while the database is unreachable, so that the provider retries', async () => {
    const other = await openTestApplication()
    const body = buildEvent('evt_away', 'pi_any')
    await other.database.close()
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body) }
    const response = await other.visitor.request('POST', '/webhooks/stripe', { headers, body })
    expect([response.statusCode, response.json().code]).toEqual([503, 'UNAVAILABLE'])
    await other.app.close()
  })
})
