import { count, eq } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { WEBHOOK_FAILURE_DAYS, WEBHOOK_LOG_DAYS } from '#contract/values/limits.ts'
import { WEBHOOK_DATA } from '#contract/webhook-messages.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/webhooks.ts'
import * as Approval from '#server/domains/classes/approval.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { beginPaying, buy, confirmCard, FAILING_REFUND_CARD, intentIn } from '../../../testing/paying.ts'
import { catchCode, PUBLIC_URL } from '../../../testing/visitor.ts'
import { buyVoucher } from '../../../testing/vouchers.ts'
import { type ReceivedMessage, receiveWebhooks } from '../../../testing/webhook-receiver.ts'
import { sendRefund } from '../vouchers/voucher-refunds.ts'
import { removeOldDeliveries } from './deliveries.ts'
import { webhookMessages, webhooks } from './webhooks.table.ts'

const DAY = 24 * 60 * 60_000
const START = Date.now() + 30 * DAY
/** A date with one session. */
const NEW_RUN = {
  ...{ seats: 4, minimum: 2, online: true, link: 'https://meet.example/1' },
  ...{ time_zone: 'Europe/Oslo', sessions: [{ starts_at: START, ends_at: START + DAY / 24 }] },
} as unknown as NewRun

const application = openForThisFile({}, { allowLocalWebhooks: true })
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})
beforeEach(async () => void (await application.services.db.delete(webhooks)))

const addWebhook = (url: string, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) =>
  admin.call(api.createWebhook, { body: { url, events: [...events] } })

/** Approves a new class, which is an event. */
async function approve() {
  const pending = await makeClass(application.services.db, { status: 'pending' })
  await admin.call(api.approveClass, { params: { id: pending.id } })
  return pending
}

const listDeliveries = (id: string) => admin.call.page(api.listWebhookDeliveries, { params: { id } })
const readWebhook = async () => (await admin.call(api.listWebhooks))[0]
const parse = ({ body }: ReceivedMessage) => JSON.parse(body)

describe('a webhook receives', () => {
  it('an approved class as the public sees it, signed, and the log has the delivery', async () => {
    const { url, messages } = await receiveWebhooks()
    const { _id, secret } = await addWebhook(url)
    const approved = await approve()
    await application.runJobs()
    const [message] = messages
    if (!message) throw new Error('no message was received')
    const { type, timestamp, data } = new Verifier(secret).verify(
      message.body,
      message.headers as Record<string, string>,
    ) as { type: string; timestamp: string; data: unknown }
    expect([type, Number.isNaN(Date.parse(timestamp))]).toEqual(['class.approved', false])
    expect(WEBHOOK_DATA['class.approved'].strict().parse(data)).toMatchObject({
      _id: approved.id,
      status: 'approve',
      feedback: 'no feedback',
      classImage: `${PUBLIC_URL}${approved.image}`,
    })
    expect((await listDeliveries(_id)).rows).toEqual([
      {
        _id: expect.any(String),
        message_id: message.headers['webhook-id'],
        type: 'class.approved',
        attempt: 1,
        status: 204,
        problem: null,
        duration: expect.any(Number),
        created_at: expect.any(Number),
      },
    ])
  })

  it('an enrolment and a refund, with what an admin’s export has of the student', async () => {
    const { url, messages } = await receiveWebhooks()
    await addWebhook(url, ['enrollment.created', 'payment.refunded'])
    const student = await application.signedIn('student')
    const bought = await makeClass(application.services.db)
    await buy(student, bought)
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await admin.call(api.refundPayment, { params: { id: payment?._id ?? '' } })
    await application.runJobs()
    const received = messages.map(parse).sort((a, b) => a.type.localeCompare(b.type))
    expect(received.map(({ type }) => type)).toEqual(['enrollment.created', 'payment.refunded'])
    const [enrolment, refund] = received
    expect(WEBHOOK_DATA['enrollment.created'].strict().parse(enrolment.data)).toMatchObject({
      classId: bought.id,
      userId: student.user.id,
      email: student.user.email,
      paymentId: payment?._id,
    })
    expect(WEBHOOK_DATA['payment.refunded'].strict().parse(refund.data)).toMatchObject({
      _id: payment?._id,
      price: 49.99,
      status: 'refunded',
      refund: { reason: 'refunded' },
    })
  })

  it('an order that is paid, and a refund that the card provider has sent', async () => {
    const { url, messages } = await receiveWebhooks()
    await addWebhook(url, ['order.completed', 'refund.sent'])
    const student = await application.signedIn('student')
    await buy(student, await makeClass(application.services.db))
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await admin.call(api.refundPayment, { params: { id: payment?._id ?? '' }, body: { amount: 10 } })
    const { number: sold } = await buyVoucher(student)
    await expect
      .poll(async () => {
        await application.runJobs()
        return messages.map((message) => parse(message).type).sort()
      })
      .toEqual(['order.completed', 'order.completed', 'refund.sent'])
    const ofOrders = messages.map(parse).filter(({ type }) => type === 'order.completed')
    const completed = ofOrders.map(({ data }) => WEBHOOK_DATA['order.completed'].strict().parse(data))
    const buyer = { userId: student.user.id, email: student.user.email }
    const [ofClass, ofVoucher] = completed.toSorted((a, b) => a.number - b.number)
    expect(ofClass).toMatchObject({
      ...buyer,
      number: payment?.order,
      total: 49.99,
      paid: 49.99,
      lines: [{ kind: 'seat' }],
    })
    expect(ofVoucher).toMatchObject({ ...buyer, number: sold, total: 50, lines: [{ kind: 'voucher', classId: null }] })
    const sent = messages.map(parse).find(({ type }) => type === 'refund.sent')
    expect(WEBHOOK_DATA['refund.sent'].strict().parse(sent?.data)).toMatchObject({
      ...{ paymentId: payment?._id, receipt: payment?.receipt, amount: 10, currency: 'usd', reason: 'refunded' },
    })
  })

  it('the refund of a gift voucher once, also where two workers send it, or it was made at the card provider', async () => {
    const { url, messages } = await receiveWebhooks()
    await addWebhook(url, ['refund.sent'])
    const buyer = await application.signedIn('student')
    const [ended, returned] = [await buyVoucher(buyer), await buyVoucher(buyer)]
    await admin.call(api.voidVoucher, { params: { id: ended.id }, body: { reason: 'Changed their mind' } })
    await Promise.all([1, 2].map(() => sendRefund(application.services, ended.id)))
    await application.sandbox?.stripe.refunds.create({ payment_intent: returned.transactionId })
    await expect
      .poll(async () => {
        await application.runJobs()
        return messages.length
      })
      .toBe(2)
    const sent = messages.map((message) => WEBHOOK_DATA['refund.sent'].strict().parse(parse(message).data))
    const facts = { receipt: null, userId: buyer.user.id, amount: 50, currency: 'usd' }
    expect(sent.find(({ _id }) => _id === ended.id)).toMatchObject({
      ...{ ...facts, paymentId: ended.id, reason: 'refunded', transactionId: ended.transactionId },
    })
    expect(sent.find(({ _id }) => _id === returned.id)).toMatchObject({
      ...{ ...facts, paymentId: returned.id, reason: 'at_provider', transactionId: returned.transactionId },
    })
  })

  it('a refund once that the bank has returned, and that was sent again', async () => {
    const { url, messages } = await receiveWebhooks()
    await addWebhook(url, ['refund.sent'])
    const buyer = await application.signedIn('student')
    const sold = await buyVoucher(buyer, {}, FAILING_REFUND_CARD)
    const { clientSecret } = await beginPaying(buyer, await makeClass(application.services.db))
    await confirmCard(buyer, clientSecret, FAILING_REFUND_CARD)
    const body = { transactionId: intentIn(clientSecret) }
    const { insertedId: id } = (await buyer.call(api.recordPayment, { body })).paymentResult
    const end = () => admin.call(api.voidVoucher, { params: { id: sold.id }, body: { reason: 'Changed their mind' } })
    const readStates = async () => {
      await application.runJobs()
      const shown = (await admin.call(api.listVouchers)).find(({ _id }) => _id === sold.id)
      const [payment] = await buyer.call(api.listPayments, { query: { email: buyer.user.email } })
      return [shown?.refund_status, payment?.refund?.status]
    }
    await Promise.all([end(), admin.call(api.refundPayment, { params: { id } })])
    for (let sending = 0; sending < 2; sending++) {
      await expect.poll(readStates).toEqual(['failed', 'failed'])
      await Promise.all([end(), admin.call(api.retryRefund, { params: { id } })])
    }
    await expect.poll(readStates).toEqual(['failed', 'failed'])
    const received = messages.map((message) => parse(message).data.paymentId).toSorted()
    expect(received).toEqual([id, sold.id].toSorted())
  })

  it('each change of a date of an approved class, without its link', async () => {
    const { url, messages } = await receiveWebhooks()
    await addWebhook(url, ['run.changed'])
    const { id } = await makeClass(application.services.db)
    const { insertedId } = await admin.call(api.addRun, { params: { id }, body: { ...NEW_RUN, undated: 'keep' } })
    const params = { id: insertedId }
    await admin.call(api.changeRun, { params, body: { seats: 5 } })
    await admin.call(api.confirmRun, { params })
    await admin.call(api.cancelRun, { params })
    await application.runJobs()
    const runs = messages.map((message) => WEBHOOK_DATA['run.changed'].strict().parse(parse(message).data).run)
    expect(runs.map(({ _id }) => _id)).toEqual(Array(4).fill(insertedId))
    expect(runs.map(({ seats }) => seats).sort()).toEqual([4, 5, 5, 5])
    expect(runs.filter(({ confirmed_at }) => confirmed_at)).toHaveLength(2)
    expect(runs.filter(({ canceled_at }) => canceled_at)).toHaveLength(1)
    expect(JSON.stringify(messages)).not.toContain('meet.example')
  })

  it('no change of a date of a class that is not approved', async () => {
    const { url, messages } = await receiveWebhooks()
    await addWebhook(url, ['run.changed'])
    const { id } = await makeClass(application.services.db, { status: 'pending' })
    await admin.call(api.addRun, { params: { id }, body: NEW_RUN })
    await application.runJobs()
    expect(messages).toEqual([])
  })

  it('an enrolment that an admin granted, without a payment', async () => {
    const { url, messages } = await receiveWebhooks()
    await addWebhook(url, ['enrollment.created'])
    const student = await application.signedIn('student')
    const { runId } = await makeClass(application.services.db)
    const body = { email: student.user.email, reason: 'Won the prize' }
    await admin.call(api.grantEnrolment, { params: { id: runId }, body })
    await application.runJobs()
    const [message] = messages.map(parse)
    const expected = { runId, paymentId: null, userId: student.user.id, email: student.user.email }
    expect(WEBHOOK_DATA['enrollment.created'].strict().parse(message?.data)).toMatchObject(expected)
  })

  it('only the events that it has chosen, and none while it is disabled', async () => {
    const { url, messages } = await receiveWebhooks()
    const refunds = await addWebhook(url, ['payment.refunded'])
    const approvals = await addWebhook(url, ['class.approved'])
    await admin.call(api.changeWebhook, { params: { id: approvals._id }, body: { enabled: false } })
    await approve()
    await application.runJobs()
    expect(messages).toEqual([])
    expect((await listDeliveries(refunds._id)).total).toBe(0)
  })

  it('nothing that was queued before it was disabled', async () => {
    const { url, messages } = await receiveWebhooks()
    const { _id } = await addWebhook(url)
    await approve()
    await admin.call(api.changeWebhook, { params: { id: _id }, body: { enabled: false } })
    await application.runJobs()
    expect([messages.length, (await listDeliveries(_id)).total]).toEqual([0, 0])
  })

  it('nothing of an event that was rolled back, nor of a class that was denied', async () => {
    const { url } = await receiveWebhooks()
    await addWebhook(url)
    const { services } = application
    const { id } = await makeClass(services.db, { status: 'pending' })
    const rolledBack = inTransaction(services, async (tx) => {
      await Approval.decide({ ...services, db: tx, actor: admin.user }, id, 'approve')
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await admin.call(api.denyClass, { params: { id } })
    const [row] = await services.db.select({ all: count() }).from(webhookMessages)
    expect(Number(row?.all)).toBe(0)
  })
})

describe('a delivery that fails', () => {
  it('is repeated with the same id until it succeeds, and the log has each attempt', async () => {
    const statuses = [500, 302, 200]
    const { url, messages } = await receiveWebhooks((_message, _request, response) =>
      response.writeHead(statuses[messages.length - 1] ?? 200, { location: '/elsewhere' }).end(),
    )
    const { _id } = await addWebhook(url)
    await approve()
    for (const [failures] of [[1], [2], [0]] as const) {
      await application.runJobs()
      expect((await readWebhook())?.failing_since === null).toBe(failures === 0)
    }
    await application.runJobs()
    expect(messages).toHaveLength(3)
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const { rows } = await listDeliveries(_id)
    expect(rows.map(({ attempt, status, problem }) => [attempt, status, problem])).toEqual([
      [3, 200, null],
      [2, 302, 'it responded with 302'],
      [1, 500, 'it responded with 500'],
    ])
    expect(application.logged.join()).not.toContain(new URL(url).port)
  })

  it('disables its webhook after days without a success; enabling it lets it begin again', async () => {
    const { url, messages } = await receiveWebhooks((_message, _request, response) => response.writeHead(500).end())
    const { _id } = await addWebhook(url)
    const { db } = application.services
    const failFor = async (days: number) => {
      await db.update(webhooks).set({ failingSince: Date.now() - days * DAY })
      await approve()
      await application.runJobs()
    }
    await failFor(WEBHOOK_FAILURE_DAYS - 1)
    expect((await readWebhook())?.disabled_at).toBeNull()
    await failFor(WEBHOOK_FAILURE_DAYS)
    expect((await readWebhook())?.disabled_at).toEqual(expect.any(Number))
    const emails = (await application.readEmails()).filter(({ subject }) => subject?.startsWith('Webhook disabled'))
    expect(emails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      [application.settings.school.email, `Webhook disabled: ${new URL(url).host}`],
    ])
    const before = messages.length
    await application.runJobs()
    await approve()
    await application.runJobs()
    expect(messages).toHaveLength(before)
    await admin.call(api.changeWebhook, { params: { id: _id }, body: { enabled: true } })
    expect(await readWebhook()).toMatchObject({ disabled_at: null, failing_since: null })
  })
})

describe('Send again', () => {
  it('sends the same message to the present URL, with its id and a new time', async () => {
    const [former, present] = [await receiveWebhooks(), await receiveWebhooks()]
    const { _id } = await addWebhook(former.url)
    await approve()
    await application.runJobs()
    const [delivery] = (await listDeliveries(_id)).rows
    const again = { params: { id: delivery?._id ?? '' } }
    await admin.call(api.changeWebhook, { params: { id: _id }, body: { url: present.url } })
    expect(await admin.call(api.sendWebhookAgain, again)).toEqual({ modifiedCount: 1 })
    await application.runJobs()
    expect(former.messages).toHaveLength(1)
    expect(present.messages.map(({ body }) => body)).toEqual(former.messages.map(({ body }) => body))
    expect(present.messages[0]?.headers['webhook-id']).toBe(delivery?.message_id)
    expect((await listDeliveries(_id)).rows.map(({ attempt }) => attempt)).toEqual([2, 1])
  })

  it('is refused for a disabled webhook, and for a deleted one', async () => {
    const { url } = await receiveWebhooks()
    const { _id } = await addWebhook(url)
    await approve()
    await application.runJobs()
    const [delivery] = (await listDeliveries(_id)).rows
    const again = { params: { id: delivery?._id ?? '' } }
    await admin.call(api.changeWebhook, { params: { id: _id }, body: { enabled: false } })
    expect(await catchCode(admin.call(api.sendWebhookAgain, again))).toBe('WEBHOOK_DISABLED')
    await admin.call(api.deleteWebhook, { params: { id: _id } })
    expect(await catchCode(admin.call(api.sendWebhookAgain, again))).toBe('NOT_FOUND')
  })
})

it('the log forgets deliveries after its period', async () => {
  const { url } = await receiveWebhooks()
  const { _id } = await addWebhook(url)
  for (const age of [WEBHOOK_LOG_DAYS - 1, WEBHOOK_LOG_DAYS + 1]) {
    await approve()
    await application.runJobs()
    const { db } = application.services
    const [newest] = (await listDeliveries(_id)).rows
    const messageId = newest?.message_id.slice(4) ?? ''
    await db
      .update(webhookMessages)
      .set({ createdAt: Date.now() - age * DAY })
      .where(eq(webhookMessages.id, messageId))
  }
  await removeOldDeliveries(application.services.db)
  expect((await listDeliveries(_id)).total).toBe(1)
})
