import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { checkOutWithCode, completePaying } from '../../../testing/coupons.ts'
import { readAudit, refuseWebhookEvents, until } from '../../../testing/orders.ts'
import { confirmCard, DECLINED_CARD, DISPUTED_CARD, FAILING_REFUND_CARD, intentIn } from '../../../testing/paying.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { buyVoucher } from '../../../testing/vouchers.ts'
import { CardProviderError } from '../../ports/card-provider.ts'
import { deliverDue } from './delivery.ts'
import { reconcileSales } from './reconcile.ts'
import { vouchers } from './vouchers.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const signIn = () => application.signedIn('student', { emailConfirmed: true })
const read = async (id: string) => (await admin.call(api.listVouchers)).find(({ _id }) => _id === id)
const end = (id: string) => admin.call(api.voidVoucher, { params: { id }, body: { reason: 'Changed their mind' } })

/** Returns the text of the last e-mail to an address. */
async function readEmail(to: string): Promise<string> {
  await application.services.jobs.runQueued()
  const emails = (await application.readEmails()).filter((email) => email.to?.[0]?.address === to)
  return emails.at(-1)?.text ?? ''
}

/** Returns the code that the last e-mail to an address has. */
const readCode = async (to: string) => /([2-9A-Z]{4}-){3}[2-9A-Z]{4}/.exec(await readEmail(to))?.[0] ?? ''

async function decide(intentId: string, evidence: 'winning_evidence' | 'losing_evidence'): Promise<void> {
  const { stripe } = application.sandbox ?? {}
  const [dispute] = (await stripe?.disputes.list({ payment_intent: intentId }))?.data ?? []
  await stripe?.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } })
}

async function audit(...ids: string[]): Promise<string[]> {
  const { discrepancies } = await readAudit(application)
  return discrepancies.filter(({ id }) => ids.includes(id)).map(({ text }) => text)
}

async function spend(code: string, listPriceMinor = 4999): Promise<void> {
  const student = await signIn()
  const { id: classId } = await makeClass(application.services.db, { listPriceMinor })
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
  await completePaying(student, await checkOutWithCode(student, [cartId], code))
}

describe('a gift voucher', () => {
  it('is bought by card, e-mailed to its buyer, and pays for a class of anyone who has the code', async () => {
    const buyer = await signIn()
    const { id, transactionId, number } = await buyVoucher(buyer, { message: 'For your birthday' })
    expect(await buyer.call(api.recordPayment, { body: { transactionId } })).toMatchObject({
      paymentResult: { insertedId: id },
    })
    expect(await buyer.call(api.listVouchers)).toMatchObject([
      {
        _id: id,
        amount: 50,
        balance: 50,
        state: 'valid',
        recipient_name: 'Grace Hopper',
        message: 'For your birthday',
      },
    ])
    const code = await readCode(buyer.user.email)
    expect(await readEmail(buyer.user.email)).toContain(`order ${number}`)
    expect(await read(id)).toMatchObject({ delivered_at: expect.any(Number), buyer: { email: buyer.user.email } })
    await spend(code)
    expect(await read(id)).toMatchObject({ balance: 0.01 })
    expect(await audit(id, transactionId)).toEqual([])
  })

  it('has an order with a line, a payment and its refund, which admins find by its number, and the voucher by its last four', async () => {
    const buyer = await signIn()
    const { id, orderId, number, transactionId } = await buyVoucher(buyer)
    const line = { kind: 'voucher', text: 'Gift voucher', classId: null, amount: 50 }
    const payment = { _id: id, method: 'card', amount: 50, status: 'paid', transactionId, receipt: null }
    expect(await buyer.call(api.listOrders)).toMatchObject([
      { _id: orderId, number, state: 'completed', total: 50, paid: 50, due: 0, lines: [line], payments: [payment] },
    ])
    const search = (q: string) => admin.call(api.searchSchool, { query: { q } })
    expect((await search(`${number}`)).orders).toMatchObject([{ _id: orderId, email: buyer.user.email }])
    const lastFour = (await read(id))?.last_four ?? ''
    const found = { _id: id, last_four: lastFour, amount: 50, about: buyer.user.name }
    expect((await search(lastFour.toLowerCase())).vouchers).toContainEqual(expect.objectContaining(found))
    expect((await search(`${lastFour}X`)).vouchers).toEqual([])
    await end(id)
    await application.runJobs()
    expect(await admin.call(api.getOrder, { params: { id: orderId } })).toMatchObject({
      ...{ refunded: 50, refunds: [{ paymentId: id, amount: 50, status: 'done' }] },
    })
    expect(await catchCode((await signIn()).call(api.getOrder, { params: { id: orderId } }))).toBe('NOT_FOUND')
  })

  it('is e-mailed to its recipient once, at once or on the day that its buyer has chosen', async () => {
    const buyer = await signIn()
    const now = await buyVoucher(buyer, { deliver_to: 'grace@example.test', message: 'Enjoy <b>it</b>' })
    expect(await readEmail('grace@example.test')).toMatch(/Dear Grace Hopper,.*gives you.*\$50\.00.*Enjoy <b>it<\/b>/s)
    expect(await readEmail(buyer.user.email)).not.toMatch(/([2-9A-Z]{4}-){3}/)
    const day = toClockTime(Date.now() + 5 * 86_400_000, 'UTC').slice(0, 10)
    const later = await buyVoucher(buyer, { deliver_to: 'later@example.test', deliver_at: day })
    await deliverDue(application.services)
    expect(await readEmail('later@example.test')).toBe('')
    await application.services.db.update(vouchers).set({ deliverDay: '2020-01-01' }).where(eq(vouchers.id, later.id))
    await deliverDue(application.services)
    await deliverDue(application.services)
    expect(await readCode('later@example.test')).not.toBe('')
    const all = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === 'later@example.test')
    expect(all).toHaveLength(1)
    expect(await audit(now.id, later.id)).toEqual([])
  })

  it('is e-mailed where the job of that was lost, as in a restored school', async () => {
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer)
    const code = await readCode(buyer.user.email)
    const count = async () =>
      (await application.readEmails()).filter(
        ({ to, text }) => to?.[0]?.address === buyer.user.email && text?.includes(code),
      )
    expect(await count()).toHaveLength(1)
    await application.services.db.update(vouchers).set({ deliveredAt: null, createdAt: 1 }).where(eq(vouchers.id, id))
    await deliverDue(application.services)
    expect(await count()).toHaveLength(2)
    await deliverDue(application.services)
    expect(await count()).toHaveLength(2)
  })

  it('gets a new code with its e-mail where another secret had derived it, as before an import', async () => {
    const day = toClockTime(Date.now() + 5 * 86_400_000, 'UTC').slice(0, 10)
    const { id } = await buyVoucher(await signIn(), { deliver_to: 'moved@example.test', deliver_at: day })
    const imported = { codeHash: 'of another secret', deliverDay: '2020-01-01' }
    await application.services.db.update(vouchers).set(imported).where(eq(vouchers.id, id))
    await deliverDue(application.services)
    await spend(await readCode('moved@example.test'))
    expect(await read(id)).toMatchObject({ balance: 0.01 })
  })

  it('is confirmed to its buyer also where the recipient had it first', async () => {
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer, { deliver_to: 'first@example.test' })
    await application.services.db.update(vouchers).set({ deliveredAt: Date.now() }).where(eq(vouchers.id, id))
    expect(await readEmail(buyer.user.email)).toContain('We e-mail the code to first@example.test')
  })

  it('has one order while it is not paid: the same details return it, others end it, and a declined card ends nothing', async () => {
    refuseWebhookEvents(application)
    const buyer = await signIn()
    const body = { amount: 50, recipient_name: 'Grace' }
    const first = await buyer.call(api.buyVoucher, { body })
    expect(first).toMatchObject({ due: 50, number: expect.any(Number) })
    await confirmCard(buyer, first.clientSecret ?? '', DECLINED_CARD)
    expect(await buyer.call(api.buyVoucher, { body })).toEqual(first)
    const other = await buyer.call(api.buyVoucher, { body: { ...body, amount: 60 } })
    expect(other.orderId).not.toBe(first.orderId)
    expect(await buyer.call(api.listVouchers)).toEqual([])
    const late = await confirmCard(buyer, first.clientSecret ?? '')
    expect(late.statusCode).toBe(400)
    await confirmCard(buyer, other.clientSecret ?? '')
    expect(await catchCode(buyer.call(api.buyVoucher, { body: { ...body, amount: 60 } }))).toBe('ALREADY_PAID')
    expect(await buyer.call(api.listVouchers)).toMatchObject([{ amount: 60, balance: 60 }])
  })

  it('has another order after the provider has refused or canceled the payment of the first', async () => {
    const { services, sandbox } = application
    const buyer = await signIn()
    const begin = () => buyer.call(api.buyVoucher, { body: { amount: 50, recipient_name: 'Grace' } })
    const { createIntent } = services.cards
    services.cards.createIntent = async () => {
      throw new CardProviderError('PROVIDER_REFUSED', { cause: null, isResponse: true })
    }
    expect(await catchCode(begin())).toBe('PROVIDER_REFUSED')
    services.cards.createIntent = createIntent
    const isOwn = eq(vouchers.userId, buyer.user.id)
    expect(await services.db.select().from(vouchers).where(isOwn)).toMatchObject([{ status: 'released' }])
    const first = await begin()
    await sandbox?.stripe.paymentIntents.cancel(intentIn(first.clientSecret ?? ''))
    expect(await catchCode(begin())).toBe('ATTEMPT_CLOSED')
    const next = await begin()
    expect(next.orderId).not.toBe(first.orderId)
    await confirmCard(buyer, next.clientSecret ?? '')
  })

  it('is refused with amounts that a card cannot pay, days in the past, days without an address, and to visitors', async () => {
    const buyer = await signIn()
    const body = { amount: 50, recipient_name: 'Grace' }
    const to = { deliver_to: 'grace@example.test' }
    for (const fields of [
      { amount: 0.1 },
      { amount: 1e9 },
      { ...to, deliver_at: '2020-01-01' },
      { ...to, deliver_at: '2999-01-01' },
      { deliver_at: '2999-01-01' },
      { deliver_to: 'nonsense' },
      { recipient_name: 'a\nb' },
      { recipient_name: ' ' },
      { recipient_name: '\u200b\u202e' },
    ])
      expect(await catchCode(buyer.call(api.buyVoucher, { body: { ...body, ...fields } }))).toBe('INVALID_INPUT')
    expect(await catchCode(application.visitor.call(api.buyVoucher, { body }))).toBe('NOT_SIGNED_IN')
    const stranger = await signIn()
    const { clientSecret } = await buyer.call(api.buyVoucher, { body })
    const transactionId = intentIn(clientSecret ?? '')
    expect(await catchCode(buyer.call(api.recordPayment, { body: { transactionId } }))).toBe('NOT_PAID')
    await confirmCard(buyer, clientSecret ?? '')
    expect(await catchCode(stranger.call(api.recordPayment, { body: { transactionId } }))).toBe('NOT_FOUND')
  })

  it('is issued by the reconciliation where the browser was closed, and released where its time is over', async () => {
    refuseWebhookEvents(application)
    const [paying, leaving] = [await signIn(), await signIn()]
    const body = { amount: 50, recipient_name: 'Grace' }
    const paid = await paying.call(api.buyVoucher, { body })
    await confirmCard(paying, paid.clientSecret ?? '')
    const left = await leaving.call(api.buyVoucher, { body })
    const { db } = application.services
    await db.update(vouchers).set({ createdAt: 1 }).where(eq(vouchers.orderId, paid.orderId))
    await db.update(vouchers).set({ heldUntil: 1 }).where(eq(vouchers.orderId, left.orderId))
    await reconcileSales(application.services)
    expect(await paying.call(api.listVouchers)).toMatchObject([{ balance: 50 }])
    expect((await confirmCard(leaving, left.clientSecret ?? '')).statusCode).toBe(400)
    expect(await leaving.call(api.listVouchers)).toEqual([])
  })
})

describe('the refund of a sold voucher', () => {
  it('made at the provider after a part of it was spent locks the rest', async () => {
    const buyer = await signIn()
    const { id, transactionId } = await buyVoucher(buyer)
    const code = await readCode(buyer.user.email)
    await spend(code, 2000)
    await application.sandbox?.stripe.refunds.create({ payment_intent: transactionId })
    await until(async () => (await read(id))?.state === 'locked')
    expect(await catchCode(spend(code, 2000))).toBe('CODE_INVALID')
  })

  it('ends it and sends all of the money back, while nothing of it is spent or in checkout', async () => {
    const buyer = await signIn()
    const { id, transactionId } = await buyVoucher(buyer)
    const code = await readCode(buyer.user.email)
    expect(await end(id)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(spend(code))).toBe('CODE_INVALID')
    expect(await readEmail(buyer.user.email)).toContain('We refund $50.00 to your card')
    expect(await read(id)).toMatchObject({ state: 'voided', refund_status: 'done' })
    const intent = await application.services.cards.getIntent(transactionId)
    expect(intent?.refundedMinor).toBe(5000)
    expect(await audit(id, transactionId)).toEqual([])
  })

  it('and its use at the same time: one of both happens', async () => {
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer)
    const code = await readCode(buyer.user.email)
    const student = await signIn()
    const { id: classId } = await makeClass(application.services.db)
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
    const body = { cartIds: [cartId], code, expected_due: 0 }
    const [used, ended] = await Promise.all([
      student.call(api.beginCheckout, { body }).catch(() => null),
      end(id).catch(() => null),
    ])
    expect([used === null, ended === null].toSorted()).toEqual([false, true])
    expect(await audit(id)).toEqual([])
  })

  it('that fails is shown to admins, and retried', async () => {
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer, {}, FAILING_REFUND_CARD)
    await end(id)
    await application.services.jobs.runQueued()
    await until(async () => (await read(id))?.refund_status === 'failed')
    const failed = await read(id)
    expect(failed).toMatchObject({ refund_problem: expect.any(String) })
    const text = `could not refund the gift voucher …${failed?.last_four} (`
    await until(async () => (await admin.call(api.listIncidents)).some((incident) => incident.text.includes(text)))
    expect((await buyer.call(api.listVouchers))[0]).toMatchObject({ refund_problem: null })
    expect(await end(id)).toEqual({ modifiedCount: 1 })
  })

  it('is done where all of the money was refunded at the provider, and its event was lost', async () => {
    refuseWebhookEvents(application)
    const { id, transactionId } = await buyVoucher(await signIn())
    await application.sandbox?.stripe.refunds.create({ payment_intent: transactionId })
    await end(id)
    await application.runJobs()
    expect(await read(id)).toMatchObject({ state: 'voided', refund_status: 'done', refund_problem: null })
    expect(await audit(id, transactionId)).toEqual([])
  })

  it('made at the provider ends it too', async () => {
    const buyer = await signIn()
    const { id, transactionId } = await buyVoucher(buyer)
    await application.sandbox?.stripe.refunds.create({ payment_intent: transactionId })
    await until(async () => (await read(id))?.state === 'voided')
    expect(await read(id)).toMatchObject({ refund_status: 'done', balance: 0 })
    expect(await audit(id, transactionId)).toEqual([])
  })
})

it('a voucher whose sale is disputed pays nothing until the bank has decided', async () => {
  const buyer = await signIn()
  const { id, transactionId } = await buyVoucher(buyer, {}, DISPUTED_CARD)
  await until(async () => (await read(id))?.state === 'locked')
  expect(await catchCode(spend(await readCode(buyer.user.email)))).toBe('CODE_INVALID')
  expect(await catchCode(end(id))).toBe('PAYMENT_DISPUTED')
  await decide(transactionId, 'winning_evidence')
  await until(async () => (await read(id))?.state === 'valid')
})

it('a voucher stays locked where the bank has taken its money back', async () => {
  refuseWebhookEvents(application)
  const buyer = await signIn()
  const { id, transactionId } = await buyVoucher(buyer, {}, DISPUTED_CARD)
  await application.services.db.update(vouchers).set({ isDisputed: true }).where(eq(vouchers.id, id))
  await decide(transactionId, 'losing_evidence')
  await reconcileSales(application.services)
  expect(await read(id)).toMatchObject({ state: 'locked', balance: 50 })
  expect(await catchCode(spend(await readCode(buyer.user.email)))).toBe('CODE_INVALID')
  expect(await audit(id, transactionId)).toEqual([])
})

it('a voucher is refunded where its buyer deletes their account before the money comes, since no one has its code', async () => {
  refuseWebhookEvents(application)
  const buyer = await signIn()
  const body = { amount: 50, recipient_name: 'Grace' }
  const { clientSecret, orderId } = await buyer.call(api.buyVoucher, { body })
  await confirmCard(buyer, clientSecret ?? '')
  await admin.call(api.deleteUser, { params: { id: buyer.user.id } })
  const isSale = eq(vouchers.orderId, orderId)
  await application.services.db.update(vouchers).set({ createdAt: 1 }).where(isSale)
  await reconcileSales(application.services)
  await application.runJobs()
  const [row] = await application.services.db.select().from(vouchers).where(isSale)
  expect(row).toMatchObject({ status: 'voided', refundStatus: 'done' })
  const intentId = intentIn(clientSecret ?? '')
  expect((await application.services.cards.getIntent(intentId))?.refundedMinor).toBe(5000)
  expect(await audit(row?.id ?? '', intentId)).toEqual([])
})

it('a voucher stays valid where its buyer deletes their account, and what they wrote is forgotten once it is delivered', async () => {
  const buyer = await signIn()
  const delivered = await buyVoucher(buyer, { message: 'Happy birthday' })
  const code = await readCode(buyer.user.email)
  const waiting = await buyVoucher(buyer, {
    message: 'Merry Christmas',
    deliver_to: 'wait@example.test',
    deliver_at: `${new Date().getUTCFullYear() + 1}-12-24`,
  })
  await admin.call(api.deleteUser, { params: { id: buyer.user.id } })
  expect(await read(delivered.id)).toMatchObject({ recipient_name: '', message: '', balance: 50 })
  expect(await read(waiting.id)).toMatchObject({ message: 'Merry Christmas' })
  await application.services.db.update(vouchers).set({ deliverDay: '2020-01-01' }).where(eq(vouchers.id, waiting.id))
  await deliverDue(application.services)
  expect(await readCode('wait@example.test')).not.toBe('')
  expect(await read(waiting.id)).toMatchObject({ recipient_name: '', message: '', deliver_to: null })
  await spend(code)
  expect(await read(delivered.id)).toMatchObject({ balance: 0.01 })
})
