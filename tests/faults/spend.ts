/** Actions of students and admins with coupons, vouchers, credit and money by hand over servers of which any may be killed; with moves that cost or return something. */
import { api } from '../../contract/api.ts'
import type { StartedMove } from '../../contract/moves.ts'
import type { Acknowledged } from './lost.ts'
import { type Actor, cancel, createAdminCall, createCallAs, listPayments, pay } from './order-scenarios.ts'

/** Runs of one class. */
export interface PricedRuns {
  classId: string
  listed: string
  dearer: string
  cheaper: string
}

interface Spending {
  student: Actor
  adminId: string
  runs: PricedRuns
  /** The number of the server that is called first; each step calls the next one. */
  first: number
}

const GRANTED = 20
const VOUCHER = 15

/**
 * A student gets credit, a coupon and a voucher, buys with them and the card, pays for a move to a dearer date, is moved to a cheaper one by an admin,
 * gets a part back as credit, and cancels, or keeps the seat.
 */
export async function spend(urls: string[], spending: Spending, acknowledged: Acknowledged): Promise<void> {
  const { student, adminId, runs, first } = spending
  const url = (step: number) => urls[(first + step) % urls.length] ?? ''
  try {
    const means = await give(url(0), spending, acknowledged)
    const started = await beginWith(url(1), student, runs, means.codes)
    const transactionId = await pay(url(1), student, started.clientSecret ?? '')
    acknowledged.bought.push(transactionId)
    acknowledged.usedCoupons.push(means.couponId)
    const dearer = { transactionId, runId: runs.dearer }
    acknowledged.bought.push(await payForMove(url(2), student, runs))
    acknowledged.moved.push(dearer)
    const [, bought] = await listPayments(url(3), student)
    const call = await createAdminCall(url(3), adminId)
    const id = await findEnrolment(url(3), student)
    // Once it is requested, the enrolment may be elsewhere at any time.
    acknowledged.moved.splice(acknowledged.moved.indexOf(dearer), 1)
    await call(api.moveStudent, { params: { id }, body: { runId: runs.cheaper } })
    const cheaper = { transactionId, runId: runs.cheaper }
    acknowledged.moved.push(cheaper)
    const payment = { params: { id: bought?._id ?? '' } }
    await call(api.refundPayment, { ...payment, body: { amount: 1, credit: true } })
    acknowledged.credited.push(transactionId)
    if (first % 2 === 0) return
    acknowledged.moved.splice(acknowledged.moved.indexOf(cheaper), 1)
    await createCallAs(url(4), student)(api.cancelPayment, payment)
    acknowledged.refunded.push(transactionId)
  } catch {
    // The server was killed, or this call met what the kill has left.
  }
}

/** Gives a student credit, and makes a voucher and a coupon of one use. */
async function give(url: string, { student, adminId }: Spending, acknowledged: Acknowledged) {
  const call = await createAdminCall(url, adminId)
  await call(api.grantCredit, { params: { id: student.id }, body: { amount: GRANTED, reason: 'Sorry' } })
  acknowledged.credits.push(student.id)
  const voucher = await call(api.makeVoucher, { body: { amount: VOUCHER, reason: 'Raffle' } })
  acknowledged.vouchers.push(voucher.insertedId)
  const code = `KILL ${student.id}`
  const coupon = { code, kind: 'percent', value: 10, max_uses: 1, per_person: null, classes: null } as const
  const { insertedId: couponId } = await call(api.addCoupon, { body: { ...coupon, from: null, until: null } })
  acknowledged.coupons.push(couponId)
  return { couponId, codes: [code, voucher.code] }
}

async function beginWith(url: string, student: Actor, { classId, listed }: PricedRuns, code: string[]) {
  const call = createCallAs(url, student)
  const { insertedId: cartId } = await call(api.selectClass, { body: { classId, runId: listed } })
  const body = { cartIds: [cartId], code, use_credit: true }
  const { due } = await call(api.previewCheckout, { body })
  return call(api.beginCheckout, { body: { ...body, expected_due: due } })
}

/** Returns the transaction id of the difference. */
async function payForMove(url: string, student: Actor, { listed, dearer: runId }: PricedRuns): Promise<string> {
  const call = createCallAs(url, student)
  const params = { id: listed }
  const { due } = await call(api.getMove, { params, query: { runId } })
  const body = { runId, expected_due: due }
  const { clientSecret } = (await call(api.moveEnrolment, { params, body })) as StartedMove
  return pay(url, student, clientSecret ?? '')
}

async function findEnrolment(url: string, student: Actor): Promise<string> {
  const enrolled = await createCallAs(url, student)(api.listEnrolledClasses, { query: { email: student.email } })
  return enrolled[0]?._id ?? ''
}

const CASH = 30
const BACK = 5

/** An admin enrolls a student who pays in cash, moves them to a dearer date without the difference, and pays a part back. */
export async function payByHand(
  urls: string[],
  { student, adminId, runs, first }: Spending,
  acknowledged: Acknowledged,
): Promise<void> {
  const call = await createAdminCall(urls[first % urls.length] ?? '', adminId)
  try {
    const body = { email: student.email, reason: 'At the desk', method: 'cash', amount: CASH } as const
    const { insertedId: id } = await call(api.grantEnrolment, { params: { id: runs.listed }, body })
    const enrolment = { id, back: 0 }
    acknowledged.byHand.push(enrolment)
    await call(api.moveStudent, { params: { id }, body: { runId: runs.dearer, difference: 'waive' } })
    const [payment] = await listPayments(urls[first % urls.length] ?? '', student)
    const params = { id: payment?._id ?? '' }
    await call(api.refundPayment, { params, body: { amount: BACK, by_hand: 'cash', keep_seat: true } })
    enrolment.back = BACK * 100
    if (first % 2 === 1) await cancel(urls[first % urls.length] ?? '', student)
  } catch {
    // The server was killed, or this call met what the kill has left.
  }
}
