import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { CardProviderError } from '#server/ports/card-provider.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, refuseWebhookEvents } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { handleWebhookEvent } from './webhook-events.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** Lets a student buy a class for $49.99. The provider's events get lost until the end of the test. */
async function makeBuyer() {
  refuseWebhookEvents(application)
  const student = await application.signedIn('student')
  const transactionId = await buy(student, await makeClass(application.services.db))
  const read = async () => (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]
  const params = { id: (await read())?._id ?? '' }
  return {
    ...{ student, transactionId, read },
    refund: (body: object) => admin.call(api.refundPayment, { params, body }),
    readBalance: async () => (await student.call(api.getCredit)).balance,
    atProvider: async (amount?: number) => {
      const refund = { payment_intent: transactionId, ...(amount && { amount }) }
      await application.sandbox?.stripe.refunds.create(refund)
    },
  }
}

/** Counts the calls of the card provider until the end of the test. */
function countCalls() {
  const { cards } = application.services
  const names = ['createIntent', 'getIntent', 'cancelIntent', 'refundIntent', 'listRefunds', 'hasOpenDispute'] as const
  const spies = names.map((name) => vi.spyOn(cards, name))
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return () => spies.reduce((all, { mock }) => all + mock.calls.length, 0)
}

describe('credit that an admin gives in place of money', () => {
  it('is refused where all was refunded at the provider, whose event has not come', async () => {
    const { refund, atProvider, read, readBalance } = await makeBuyer()
    await atProvider()
    expect(await catchError(refund({ credit: true }))).toMatchObject({
      ...{ statusCode: 409, code: 'REFUND_TOO_LARGE' },
      message: 'All of this payment was refunded at the card provider. Nothing is left.',
    })
    expect(await read()).toMatchObject({
      status: 'refunded',
      refunded: 49.99,
      credited: 0,
      ended: { why: 'at_provider' },
    })
    expect(await catchCode(refund({ credit: true, amount: 1 }))).toBe('REFUND_TOO_LARGE')
    expect(await readBalance()).toBe(0)
    await application.runJobs()
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('is at most what a refund at the provider has left, whose event has not come', async () => {
    const { refund, atProvider, read, readBalance } = await makeBuyer()
    await atProvider(3000)
    expect(await catchError(refund({ credit: true, amount: 20 }))).toMatchObject({
      ...{ code: 'REFUND_TOO_LARGE', message: 'At most $19.99 of this payment is left.' },
    })
    expect(await refund({ credit: true })).toEqual({ modifiedCount: 1 })
    expect(await read()).toMatchObject({ status: 'refunded', refunded: 30, credited: 19.99 })
    expect(await readBalance()).toBe(19.99)
    await application.runJobs()
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it.each(['PROVIDER_UNAVAILABLE', 'PROVIDER_REFUSED'] as const)(
    'is what is left here where the provider does not say it (%s); admins are notified once it does',
    async (code) => {
      const { refund, atProvider, read, transactionId } = await makeBuyer()
      await atProvider()
      const failure = new CardProviderError(code, { cause: null, isResponse: false })
      const list = vi.spyOn(application.services.cards, 'listRefunds').mockRejectedValueOnce(failure)
      onTestFinished(() => list.mockRestore())
      expect(await refund({ credit: true, amount: 20, keep_seat: true })).toEqual({ modifiedCount: 1 })
      expect(application.logged.join()).toContain('was not read')
      expect(await read()).toMatchObject({ refunded: 0, credited: 20, ended: null })
      const event = { id: `evt_${transactionId}`, type: 'charge.refunded', intentId: transactionId }
      await handleWebhookEvent(application.services, event)
      expect(await read()).toMatchObject({ refunded: 29.99, credited: 20 })
      const texts = (await admin.call(api.listIncidents)).filter((one) => one.transactionId === transactionId)
      expect(texts.map(({ text }) => text)).toEqual([expect.stringContaining('$20.00 more was refunded')])
    },
  )

  it('waits five seconds for a provider that does not respond, and counts what it says later', async () => {
    const { refund, atProvider, read } = await makeBuyer()
    await atProvider(1000)
    const { cards } = application.services
    const known = await cards.listRefunds((await read())?.transactionId ?? '')
    const { promise, resolve } = Promise.withResolvers<typeof known>()
    const list = vi.spyOn(cards, 'listRefunds').mockReturnValueOnce(promise)
    onTestFinished(() => list.mockRestore())
    const startedAt = performance.now()
    expect(await refund({ credit: true, amount: 20, keep_seat: true })).toEqual({ modifiedCount: 1 })
    expect(performance.now() - startedAt).toBeGreaterThan(4_900)
    expect(await read()).toMatchObject({ refunded: 0, credited: 20 })
    resolve(known)
    await expect.poll(read).toMatchObject({ refunded: 10, credited: 20 })
    expect(await catchError(refund({ credit: true, amount: 20 }))).toMatchObject({
      message: 'At most $19.99 of this payment is left.',
    })
  }, 20_000)

  it('costs one call of the provider for a card, and none where no card has paid or all of its money went back', async () => {
    const { refund, student } = await makeBuyer()
    const calls = countCalls()
    await refund({ credit: true, amount: 5, keep_seat: true })
    expect(calls()).toBe(1)
    await refund({ keep_seat: true })
    expect(calls()).toBe(1)
    await refund({ credit: true })
    expect(calls()).toBe(1)
    const { runId } = await makeClass(application.services.db)
    const place = { email: student.user.email, reason: 'At the desk', method: 'cash' } as const
    await admin.call(api.grantEnrolment, { params: { id: runId }, body: place })
    const byHand = await student.call(api.listPayments, { query: { email: student.user.email } })
    const params = { id: byHand.find(({ by_hand }) => by_hand !== null)?._id ?? '' }
    for (const body of [{ credit: true, amount: 5 }, { by_hand: 'cash', amount: 5 }, {}] as const)
      expect(await admin.call(api.refundPayment, { params, body })).toEqual({ modifiedCount: 1 })
    expect(calls()).toBe(1)
    await application.runJobs()
  })
})
