import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { StartedCheckout } from '#contract/checkout.ts'
import type { TermsStep } from '#contract/terms.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit } from '../../../testing/orders.ts'
import { buy, confirmCard, DECLINED_CARD, DISPUTED_CARD, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { attempts } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

interface Options {
  moveFee?: number
  refundPercent?: number
  seats?: number
  isGranted?: boolean
}

/** Creates a class with a date at $100 that a student has bought, and a dearer one. */
async function makeBought({ moveFee = 0, refundPercent = 100, seats = 5, isGranted = false }: Options = {}) {
  const { db } = application.services
  const steps: TermsStep[] = [{ hours_before: 0, refund_percent: refundPercent, credit_percent: 0, fee: 0 }]
  const body = { name: 'Moves', steps, move_fee: moveFee } as never
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const chosen = await makeClass(db, { termsId, listPriceMinor: 10_000, name: 'Night Harbour' })
  const first = await makeRun(db, chosen.id)
  const student = await application.signedIn('student', { emailConfirmed: true })
  const place = { email: student.user.email, reason: 'Prize' }
  if (isGranted) await admin.call(api.grantEnrolment, { params: { id: first.id }, body: place })
  else await buy(student, { ...chosen, runId: first.id })
  const makeAt = async (listPriceMinor: number) => (await makeRun(db, chosen.id, { listPriceMinor, seats })).id
  const dearer = await makeAt(14_000)
  const list = () => student.call(api.listPayments, { query: { email: student.user.email } })
  const begin = async (runId: string, expected_due: number, more: { use_credit?: boolean; from?: string } = {}) => {
    const { from = first.id, ...means } = more
    const params = { id: from }
    return (await student.call(api.moveEnrolment, {
      params,
      body: { runId, expected_due, ...means },
    })) as StartedCheckout
  }
  const settle = (secret: string | null) =>
    student.call(api.recordPayment, { body: { transactionId: intentIn(secret ?? '') } })
  const readRunId = async () => {
    const isOwn = and(eq(enrolments.classId, chosen.id), eq(enrolments.userId, student.user.id))
    const [row] = await db.select().from(enrolments).where(isOwn)
    return row?.runId
  }
  const readRun = async (id: string) => (await db.select().from(runs).where(eq(runs.id, id)))[0]
  return {
    ...{ chosen, student, first, dearer, makeAt, list, begin, settle, readRunId, readRun },
    pay: async (secret: string | null) => {
      await confirmCard(student, secret ?? '')
      return settle(secret)
    },
    audit: async () => {
      const ids = [
        student.user.id,
        chosen.id,
        first.id,
        dearer,
        ...(await list()).flatMap(({ _id, orderId }) => [_id, orderId]),
      ]
      return (await readAudit(application)).discrepancies.filter(({ id }) => ids.includes(id)).map(({ text }) => text)
    },
  }
}

describe('moving to a dearer date', () => {
  it('holds the new seat until the difference is paid, and moves the student then', async () => {
    const { student, first, dearer, list, begin, pay, readRunId, readRun, audit } = await makeBought()
    const started = await begin(dearer, 40)
    expect(started).toMatchObject({ due: 40, clientSecret: expect.any(String) })
    expect(await readRunId()).toBe(first.id)
    expect(await readRun(dearer)).toMatchObject({ held: 1, enroll: 0 })
    // The hold is renewed.
    expect(await begin(dearer, 40)).toEqual({
      ...started,
      ...{ held_until: expect.any(Number), held_until_clock: expect.any(String) },
    })
    await pay(started.clientSecret)
    expect(await readRunId()).toBe(dearer)
    expect(await readRun(dearer)).toMatchObject({ held: 0, enroll: 1 })
    expect(await readRun(first.id)).toMatchObject({ held: 0, enroll: 0 })
    expect(await list()).toMatchObject([
      { price: 40, list_price: 40, is_move: true, runId: dearer, may_cancel: false, order: started.number },
      { price: 100, is_move: false, runId: dearer, may_cancel: true },
    ])
    await application.runJobs()
    const own = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const moved = own.find(({ subject }) => subject === 'Your date has changed: Night Harbour')
    expect(moved?.text).toMatch(/You have paid \$40\.00 for the move: receipt \d+, order \d+\./)
    expect(await audit()).toEqual([])
  })

  it('has an order with a line for the difference and one for the fee, which come to what is paid', async () => {
    const { student, dearer, begin, pay, audit } = await makeBought({ moveFee: 5 })
    const { orderId, clientSecret } = await begin(dearer, 45)
    await pay(clientSecret)
    expect(await student.call(api.getOrder, { params: { id: orderId } })).toMatchObject({
      lines: [
        { kind: 'move', amount: 40, text: 'Night Harbour: another date for $140.00 instead of $100.00' },
        { kind: 'fee', amount: 5, text: 'Fee for the move' },
      ],
      ...{ total: 45, paid: 45, due: 0, state: 'completed' },
    })
    expect(await audit()).toEqual([])
  })

  it('costs what is left of the fee where the date is cheaper by less', async () => {
    const { student, makeAt, begin, pay, readRunId, audit } = await makeBought({ moveFee: 5 })
    const cheaper = await makeAt(9700)
    const { orderId, clientSecret } = await begin(cheaper, 2)
    await pay(clientSecret)
    expect(await readRunId()).toBe(cheaper)
    const { lines } = await student.call(api.getOrder, { params: { id: orderId } })
    expect(lines.map(({ amount }) => amount)).toEqual([-3, 5])
    expect(await audit()).toEqual([])
  })

  it('is paid with credit where the student wants that, without a card where it is enough', async () => {
    const { student, dearer, begin, readRunId, audit } = await makeBought()
    const grant = { params: { id: student.user.id }, body: { amount: 50, reason: 'Prize' } }
    await admin.call(api.grantCredit, grant)
    const byCard = await begin(dearer, 40)
    const started = await begin(dearer, 40, { use_credit: true })
    expect(started).toMatchObject({ due: 0, clientSecret: null })
    expect(started.orderId).not.toBe(byCard.orderId)
    await student.call(api.completeCheckout, { params: { id: started.orderId } })
    expect(await readRunId()).toBe(dearer)
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 10 })
    expect(await audit()).toEqual([])
  })

  it('waives a difference that no card can pay', async () => {
    const { makeAt, begin, student, readRunId, audit } = await makeBought()
    const little = await makeAt(10_030)
    const started = await begin(little, 0.3)
    expect(started).toMatchObject({ due: 0, clientSecret: null })
    await student.call(api.completeCheckout, { params: { id: started.orderId } })
    expect(await readRunId()).toBe(little)
    expect(await audit()).toEqual([])
  })

  it('counts from the list price of the date that the student has, also at the next move', async () => {
    const { dearer, makeAt, begin, pay, list, student, audit } = await makeBought()
    await pay((await begin(dearer, 40)).clientSecret)
    const dearest = await makeAt(15_000)
    await pay((await begin(dearest, 10, { from: dearer })).clientSecret)
    const cheaper = await makeAt(9000)
    const quoted = await student.call(api.getMove, { params: { id: dearest }, query: { runId: cheaper } })
    expect(quoted).toMatchObject({ due: 0, credit: 60 })
    await student.call(api.moveEnrolment, { params: { id: dearest }, body: { runId: cheaper } })
    // The newest payments give back first, none of them more than it was.
    expect((await list()).map(({ price, credited }) => [price, credited])).toEqual([
      [10, 10],
      [40, 40],
      [100, 10],
    ])
    expect(await audit()).toEqual([])
  })

  it('keeps the date where the card is declined, the hold is released or it expires', async () => {
    const { student, first, dearer, begin, readRunId, readRun, audit } = await makeBought()
    const { clientSecret, orderId } = await begin(dearer, 40)
    await confirmCard(student, clientSecret ?? '', DECLINED_CARD)
    const params = { id: orderId }
    expect(await student.call(api.releaseHold, { params })).toEqual({ modifiedCount: 1 })
    expect(await readRun(dearer)).toMatchObject({ held: 0, enroll: 0 })
    const again = await begin(dearer, 40)
    await application.services.db.update(attempts).set({ heldUntil: 1 }).where(eq(attempts.id, again.orderId))
    await reconcile(application.services)
    expect(await readRun(dearer)).toMatchObject({ held: 0, enroll: 0 })
    expect(await readRunId()).toBe(first.id)
    expect(await audit()).toEqual([])
  })

  it('keeps the price of its hold, and is not begun at another one', async () => {
    const { student, first, dearer, begin, pay, readRunId, audit } = await makeBought()
    const { clientSecret } = await begin(dearer, 40)
    const { db } = application.services
    await db.update(runs).set({ listPriceMinor: 16_000 }).where(eq(runs.id, dearer))
    expect((await begin(dearer, 40)).clientSecret).toBe(clientSecret)
    await pay(clientSecret)
    expect(await readRunId()).toBe(dearer)
    const quoted = await student.call(api.getMove, { params: { id: dearer }, query: { runId: first.id } })
    expect(quoted).toMatchObject({ credit: 40 })
    expect(await audit()).toEqual([])
  })

  it('is refused without the amount, for a place that was not paid for, and to others', async () => {
    const { first, dearer, begin, student } = await makeBought()
    expect(await catchCode(begin(dearer, 0))).toBe('PRICE_DIFFERS')
    expect(await catchCode(begin(dearer, 39))).toBe('AMOUNT_CHANGED')
    const body = { runId: dearer, expected_due: 40 }
    const stranger = await application.signedIn('student')
    expect(await catchCode(stranger.call(api.moveEnrolment, { params: { id: first.id }, body }))).toBe('NOT_FOUND')
    expect(await catchCode(application.visitor.call(api.moveEnrolment, { params: { id: first.id }, body }))).toBe(
      'NOT_SIGNED_IN',
    )
    const { clientSecret } = await begin(dearer, 40)
    await confirmCard(student, clientSecret ?? '')
    const transactionId = intentIn(clientSecret ?? '')
    expect(await catchCode(stranger.call(api.recordPayment, { body: { transactionId } }))).toBe('NOT_FOUND')
    const granted = await makeBought({ isGranted: true })
    expect(await catchError(granted.begin(granted.dearer, 40))).toMatchObject({
      ...{ code: 'PRICE_DIFFERS', message: 'That date costs $40.00 more. It cannot be paid here: contact us.' },
    })
    const query = { runId: granted.dearer }
    const quoted = await granted.student.call(api.getMove, { params: { id: granted.first.id }, query })
    expect(quoted).toMatchObject({ due: 40, is_payable: false })
  })
})

describe('what comes back for a seat that was moved to a dearer date', () => {
  it('is quoted of all that was paid for it, and goes to the newest card first', async () => {
    const { student, dearer, list, begin, pay, audit } = await makeBought({ refundPercent: 50 })
    await pay((await begin(dearer, 40)).clientSecret)
    const [moved, bought] = await list()
    const params = { id: bought?._id ?? '' }
    const quoted = await student.call(api.getCancellation, { params })
    expect(quoted).toMatchObject({ refund: 70, credit: 0, text: 'Until the start: 50 % of $140.00' })
    const ofMove = { params: { id: moved?._id ?? '' } }
    expect(await catchCode(student.call(api.getCancellation, ofMove))).toBe('CANCEL_TOO_LATE')
    expect(await catchCode(student.call(api.cancelPayment, ofMove))).toBe('CANCEL_TOO_LATE')
    await student.call(api.cancelPayment, { params, body: { expected_refund: 70 } })
    await application.runJobs()
    expect(await list()).toMatchObject([
      { refunded: 40, status: 'refunded', ended: { why: 'cancelled' } },
      { refunded: 30, status: 'refunded', ended: { why: 'cancelled' } },
    ])
    const own = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const refunded = own.filter(({ text }) => text?.includes('$70.00'))
    expect(refunded).toHaveLength(1)
    expect(await audit()).toEqual([])
  })

  it('is refunded in full by an admin, or in part, and never more than was paid', async () => {
    const { dearer, list, begin, pay, audit } = await makeBought()
    await pay((await begin(dearer, 40)).clientSecret)
    const [moved, bought] = await list()
    const refund = (id: string | undefined, body: { amount?: number } = {}) =>
      admin.call(api.refundPayment, { params: { id: id ?? '' }, body })
    expect(await catchCode(refund(moved?._id, { amount: 41 }))).toBe('REFUND_TOO_LARGE')
    await refund(moved?._id, { amount: 15 })
    expect(await list()).toMatchObject([{ refunded: 15, status: 'paid', ended: null }, { refunded: 0 }])
    expect(await catchCode(refund(bought?._id, { amount: 126 }))).toBe('REFUND_TOO_LARGE')
    await refund(bought?._id, { amount: 30 })
    expect(await list()).toMatchObject([
      { refunded: 40, status: 'paid', ended: null },
      { refunded: 5, status: 'paid' },
    ])
    expect(await audit()).toEqual([])
    await refund(bought?._id)
    await application.runJobs()
    expect(await list()).toMatchObject([
      { refunded: 40, status: 'refunded' },
      { refunded: 100, status: 'refunded' },
    ])
    expect(await audit()).toEqual([])
  })

  it('is all of it where the school cancels the date', async () => {
    const { dearer, list, begin, pay, audit } = await makeBought({ refundPercent: 0, moveFee: 5 })
    await pay((await begin(dearer, 45)).clientSecret)
    await admin.call(api.cancelRun, { params: { id: dearer } })
    await application.runJobs()
    expect(await list()).toMatchObject([
      { refunded: 45, status: 'refunded', ended: { why: 'run_canceled' } },
      { refunded: 100, status: 'refunded' },
    ])
    expect(await audit()).toEqual([])
  })

  it('keeps the seat where only the move is refunded at the provider, and says so of the purchase', async () => {
    const { dearer, list, begin, pay, readRunId, audit } = await makeBought()
    await pay((await begin(dearer, 40)).clientSecret)
    const [moved, bought] = await list()
    await application.sandbox?.stripe.refunds.create({ payment_intent: bought?.transactionId ?? '' })
    await expect.poll(async () => (await list())[1]?.refunded).toBe(100)
    expect(await list()).toMatchObject([{ ended: null }, { status: 'paid', ended: null }])
    expect(await readRunId()).toBe(dearer)
    await application.sandbox?.stripe.refunds.create({ payment_intent: moved?.transactionId ?? '' })
    await expect.poll(async () => (await list())[0]?.refunded).toBe(40)
    expect(await audit()).toEqual([])
  })

  it('waits for the end of a dispute about the move', async () => {
    const { student, dearer, list, begin, settle } = await makeBought()
    const { clientSecret } = await begin(dearer, 40)
    await confirmCard(student, clientSecret ?? '', DISPUTED_CARD)
    await settle(clientSecret)
    await expect.poll(async () => (await list())[0]?.disputed).toBe(true)
    const params = { id: (await list())[1]?._id ?? '' }
    expect(await catchCode(student.call(api.cancelPayment, { params }))).toBe('PAYMENT_DISPUTED')
  })
})

describe('the refund of a seat after a paid move', () => {
  it('is one e-mail, which names both receipts and their transactions', async () => {
    const { student, dearer, list, begin, pay } = await makeBought()
    await pay((await begin(dearer, 40)).clientSecret)
    const [move, seat] = await list()
    await student.call(api.cancelPayment, { params: { id: seat?._id ?? '' }, body: { expected_refund: 140 } })
    await application.runJobs()
    const refunds = (await application.readEmails()).filter(
      ({ to, subject }) => to?.[0]?.address === student.user.email && subject?.startsWith('Refund'),
    )
    expect(refunds.map(({ subject }) => subject)).toEqual([
      `Refund of receipt ${seat?.receipt}, ${move?.receipt}: Night Harbour`,
    ])
    for (const text of ['$140.00', seat?.transactionId, move?.transactionId]) expect(refunds[0]?.text).toContain(text)
  })

  it('in parts names the receipts from which it comes', async () => {
    const { dearer, list, begin, pay } = await makeBought()
    await pay((await begin(dearer, 40)).clientSecret)
    const [move, seat] = await list()
    await admin.call(api.refundPayment, { params: { id: seat?._id ?? '' }, body: { amount: 10 } })
    await application.runJobs()
    const subjects = (await application.readEmails()).map(({ subject }) => subject)
    expect(subjects).toContain(`Refund of receipt ${move?.receipt}: Night Harbour`)
  })
})

describe('a move that is being paid', () => {
  it('keeps its seat from others, also the last one', async () => {
    const { chosen, dearer, begin, pay, readRunId, audit } = await makeBought({ seats: 1 })
    const { clientSecret } = await begin(dearer, 40)
    const other = await application.signedIn('student')
    expect(await catchCode(buy(other, { ...chosen, listPriceMinor: 14_000, runId: dearer }))).toBe('SEATS_HELD')
    await pay(clientSecret)
    expect(await readRunId()).toBe(dearer)
    expect(await catchCode(buy(other, { ...chosen, listPriceMinor: 14_000, runId: dearer }))).toBe('SEATS_GONE')
    expect(await audit()).toEqual([])
  })

  it('gives way to a move to another date, whose card alone moves the student', async () => {
    const { student, first, dearer, makeAt, begin, pay, readRunId, readRun, audit } = await makeBought()
    const other = await makeAt(13_000)
    const earlier = await begin(dearer, 40)
    const later = await begin(other, 30)
    expect(await readRun(dearer)).toMatchObject({ held: 0 })
    await confirmCard(student, earlier.clientSecret ?? '')
    await pay(later.clientSecret)
    expect(await readRunId()).toBe(other)
    expect(await catchCode(begin(dearer, 40))).toBe('NOT_FOUND')
    expect(await readRun(first.id)).toMatchObject({ enroll: 0 })
    expect(await audit()).toEqual([])
  })

  it('is settled first where its card was charged before the student wants another date', async () => {
    const { student, dearer, makeAt, begin, readRunId, audit } = await makeBought()
    const { clientSecret } = await begin(dearer, 40)
    await confirmCard(student, clientSecret ?? '')
    // The provider's event may settle it before.
    expect(['ALREADY_PAID', 'NOT_FOUND']).toContain(await catchCode(begin(await makeAt(13_000), 30)))
    expect(await readRunId()).toBe(dearer)
    expect(await audit()).toEqual([])
  })

  it('is begun once in two tabs', async () => {
    const { dearer, begin, readRun } = await makeBought()
    const [one, other] = await Promise.all([begin(dearer, 40), begin(dearer, 40)])
    expect(one.orderId).toBe(other.orderId)
    expect(await readRun(dearer)).toMatchObject({ held: 1 })
  })

  it('returns all of the money of a card that is charged after the student has cancelled', async () => {
    const { student, dearer, list, begin, pay, readRun, audit } = await makeBought()
    const { clientSecret } = await begin(dearer, 40)
    const params = { id: (await list())[0]?._id ?? '' }
    await student.call(api.cancelPayment, { params })
    expect(await catchError(pay(clientSecret))).toMatchObject({
      code: 'MONEY_RETURNED',
      message: expect.stringContaining("so you have not moved. We're refunding the full amount."),
    })
    await application.runJobs()
    expect(await list()).toMatchObject([
      { price: 40, refunded: 40, status: 'refunded', ended: null, refund: { reason: 'move_gone' } },
      { price: 100, refunded: 100, status: 'refunded', ended: { why: 'cancelled' } },
    ])
    expect(await readRun(dearer)).toMatchObject({ held: 0, enroll: 0 })
    expect(await audit()).toEqual([])
  })

  it('ends soon after the student has cancelled or a substitute has the place, who cannot be moved by it', async () => {
    const { student, first, dearer, begin, pay, readRun, audit } = await makeBought()
    const { clientSecret } = await begin(dearer, 40)
    const substitute = await application.signedIn('student', { emailConfirmed: true })
    const [enrolled] = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    const body = { email: substitute.user.email, name: 'Leo Brandt' }
    await student.call(api.nameSubstitute, { params: { id: enrolled?._id ?? '' }, body })
    await reconcile(application.services)
    expect(await readRun(dearer)).toMatchObject({ held: 0 })
    expect(await readRun(first.id)).toMatchObject({ enroll: 1 })
    expect(await catchCode(pay(clientSecret))).not.toBe('')
    expect(await audit()).toEqual([])
  })

  it('of a substitute is theirs: what comes back of it goes to their card', async () => {
    const { student, first, dearer, list, audit } = await makeBought()
    const substitute = await application.signedIn('student', { emailConfirmed: true })
    const [enrolled] = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    const person = { email: substitute.user.email, name: 'Leo Brandt' }
    await student.call(api.nameSubstitute, { params: { id: enrolled?._id ?? '' }, body: person })
    const body = { runId: dearer, expected_due: 40 }
    const started = (await substitute.call(api.moveEnrolment, { params: { id: first.id }, body })) as StartedCheckout
    await confirmCard(substitute, started.clientSecret ?? '')
    const transactionId = intentIn(started.clientSecret ?? '')
    await substitute.call(api.recordPayment, { body: { transactionId } })
    const params = { id: (await list())[0]?._id ?? '' }
    await student.call(api.cancelPayment, { params, body: { expected_refund: 140 } })
    await application.runJobs()
    const own = await substitute.call(api.listPayments, { query: { email: person.email } })
    expect(own).toMatchObject([{ price: 40, refunded: 40, status: 'refunded' }])
    const emails = await application.readEmails()
    const sentTo = (address: string) =>
      emails.filter(({ to, text }) => to?.[0]?.address === address && text?.includes('$'))
    expect(sentTo(person.email).at(-1)?.text).toContain('$40.00')
    expect(sentTo(student.user.email).at(-1)?.text).toContain('$100.00')
    expect(await audit()).toEqual([])
  })

  it('that is paid after its hold moves the student while a seat is free, and returns the money otherwise', async () => {
    const late = await makeBought({ seats: 1 })
    const { clientSecret, orderId } = await late.begin(late.dearer, 40)
    await releaseUnpaid(orderId)
    await late.pay(clientSecret)
    expect(await late.readRunId()).toBe(late.dearer)
    expect(await late.audit()).toEqual([])
    const gone = await makeBought({ seats: 1 })
    const started = await gone.begin(gone.dearer, 40)
    await releaseUnpaid(started.orderId)
    const other = await application.signedIn('student')
    await buy(other, { ...gone.chosen, listPriceMinor: 14_000, runId: gone.dearer })
    expect(await catchCode(gone.pay(started.clientSecret))).toBe('MONEY_RETURNED')
    expect(await gone.readRunId()).toBe(gone.first.id)
    expect(await gone.audit()).toEqual([])
  })
})

/** Releases a hold as a crash would: the provider's intent stays open. */
async function releaseUnpaid(orderId: string): Promise<void> {
  const { db } = application.services
  const [released] = await db
    .update(attempts)
    .set({ status: 'released', heldSeats: 0, heldUntil: Date.now() })
    .where(eq(attempts.id, orderId))
    .returning()
  await db.execute(`update runs set held = held - 1 where id = '${released?.runId}'`)
}
