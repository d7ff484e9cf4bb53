/**
 * The verbs of the actors in orders. Each is applied to the application and to the model, and both must have the same outcome. Webhook
 * events are lost; `reconcileAll` and `runJobs` stand for the jobs.
 */
import { and, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import { CallError } from '../../contract/call.ts'
import type { MadeClass } from '../../demo/factories.ts'
import { enrolments, isActive } from '../../server/domains/enrolments/enrolments.table.ts'
import { attempts } from '../../server/domains/payments/payments.table.ts'
import { reconcile } from '../../server/domains/payments/reconcile.ts'
import type { TestApplication } from '../../testing/application.ts'
import type { FakeStripe } from '../../testing/fake-stripe.ts'
import { intentIn } from '../../testing/paying.ts'
import {
  at,
  closeWhere,
  countHeld,
  endEnrolment,
  findBar,
  findEditRefusal,
  isOffered,
  key,
  listKeys,
  type Model,
  type Outcome,
  predictBegin,
  predictRefund,
  predictRelease,
  settle,
} from './model.ts'

type Person = Awaited<ReturnType<TestApplication['signedIn']>>
export interface Real {
  application: TestApplication
  provider: FakeStripe
  admin: Person
  instructor: Person
  people: Person[]
  classes: MadeClass[]
  /** The run of each class that students move to. */
  otherRuns: string[]
}

export const PRICES = [4999, 12000]

/** A verb of person `p` about class `c`. */
export type Do = (m: Model, r: Real, p: number, c: number) => Promise<void>

/** Returns OK or the code of the error. Rethrows an error of 500 and above. */
export async function readOutcome(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call
    return 'OK'
  } catch (error) {
    if (error instanceof CallError && error.statusCode < 500) return error.code
    throw error
  }
}

export const select: Do = async (m, r, p, c) => {
  const pair = key(p, c)
  const person = at(r.people, p)
  const { id: classId, runId } = at(r.classes, c)
  const body = { classId, runId }
  let expected = findBar(at(m.people, p))
  if (!expected && !isOffered(at(m.classes, c))) expected = 'NOT_FOUND'
  if (!expected && m.enrolled.has(pair)) expected = 'ALREADY_ENROLLED'
  if (!expected && at(m.classes, c).free === 0) expected = 'SEATS_GONE'
  if (!expected && m.carts.has(pair)) expected = 'ALREADY_SELECTED'
  const call = person.call(api.selectClass, { body })
  expect(await readOutcome(call)).toBe(expected ?? 'OK')
  if (!expected) m.carts.set(pair, (await call).insertedId)
}

/** Removes the cart item, and releases its hold before. */
export const unselect: Do = async (m, r, p, c) => {
  const pair = key(p, c)
  const cartId = m.carts.get(pair)
  const call = at(r.people, p).call(api.removeCartItem, { params: { id: cartId ?? 'none' } })
  const bar = findBar(at(m.people, p)) ?? (cartId ? null : 'NOT_FOUND')
  const expected = bar ?? (m.open.get(pair)?.cartId === cartId ? predictRelease(m, p, c) : 'OK')
  expect(await readOutcome(call)).toBe(expected)
  if (expected === 'OK') m.carts.delete(pair)
}

/** Releases the seat that the person holds, in any role. */
export const release: Do = async (m, r, p, c) => {
  const { db } = r.application.services
  const isOwn = sql`${attempts.userId} = ${at(r.people, p).user.id} and ${attempts.classId} = ${at(r.classes, c).id}`
  const [held] = await db.select().from(attempts).where(sql`${isOwn} and ${attempts.status} = 'open'`)
  const call = at(r.people, p).call(api.releaseHold, { params: { id: held?.id ?? 'none' } })
  const { exists } = at(m.people, p)
  const expected = m.open.has(key(p, c)) ? () => predictRelease(m, p, c) : () => 'NOT_FOUND'
  expect(await readOutcome(call)).toBe(exists ? expected() : 'NOT_SIGNED_IN')
}

export const begin: Do = async (m, r, p, c) => {
  const pair = key(p, c)
  const cartId = m.carts.get(pair)
  const { price } = at(m.classes, c)
  const body = { price: price / 100, cartId: cartId ?? 'none' }
  const expected = findBar(at(m.people, p)) ?? (cartId ? predictBegin(m, p, c, cartId) : 'NOT_FOUND')
  const call = at(r.people, p).call(api.createPaymentIntent, { body })
  expect(await readOutcome(call)).toBe(expected)
  if (expected !== 'OK' || !cartId) return
  const { clientSecret } = await call
  const own = m.open.get(pair)
  if (own) expect(clientSecret).toBe(own.clientSecret)
  else m.open.set(pair, { cartId, clientSecret, price, paid: false })
}

export const cheat: Do = async (m, r, p, c) => {
  const cartId = m.carts.get(key(p, c))
  if (!cartId || findBar(at(m.people, p)) || m.open.has(key(p, c)) || !isOffered(at(m.classes, c))) return
  const body = { price: 0.5, cartId }
  expect(await readOutcome(at(r.people, p).call(api.createPaymentIntent, { body }))).toBe('PRICE_CHANGED')
}

export const charge: Do = async (m, r, p, c) => {
  const order = m.open.get(key(p, c))
  if (!order) return
  expect(await r.provider.confirm(order.clientSecret)).toBe(order.paid ? 400 : 200)
  order.paid = true
}

export const record: Do = async (m, r, p, c) => {
  const order = m.open.get(key(p, c))
  if (!order) return
  const transactionId = intentIn(order.clientSecret)
  const another = at(r.people, (p + 1) % r.people.length)
  const foreign = at(m.people, (p + 1) % r.people.length).exists ? 'NOT_FOUND' : 'NOT_SIGNED_IN'
  expect(await readOutcome(another.call(api.recordPayment, { body: { transactionId } }))).toBe(foreign)
  const { exists } = at(m.people, p)
  let expected: Outcome = exists ? 'OK' : 'NOT_SIGNED_IN'
  if (exists && !order.paid) expected = 'NOT_PAID'
  else if (exists && !settle(m, p, c)) expected = 'MONEY_RETURNED'
  const report = () => readOutcome(at(r.people, p).call(api.recordPayment, { body: { transactionId } }))
  expect([await report(), await report()]).toEqual([expected, expected])
}

async function findPaymentId(r: Real, p: number, c: number): Promise<string> {
  const { id } = at(r.people, p).user
  const isOwn = and(eq(enrolments.userId, id), isActive)
  const rows = await r.application.services.db.select().from(enrolments).where(isOwn)
  return rows.find(({ classId }) => classId === at(r.classes, c).id)?.paymentId ?? 'none'
}

export const cancel: Do = async (m, r, p, c) => {
  const pair = key(p, c)
  const call = at(r.people, p).call(api.cancelPayment, { params: { id: await findPaymentId(r, p, c) } })
  const { exists } = at(m.people, p)
  const expected = predictRefund(m, pair) ?? 'NOT_FOUND'
  expect(await readOutcome(call)).toBe(exists ? expected : 'NOT_SIGNED_IN')
  if (exists && expected === 'OK') endEnrolment(m, p, c)
}

export const refund: Do = async (m, r, p, c) => {
  const call = r.admin.call(api.refundPayment, { params: { id: await findPaymentId(r, p, c) } })
  const expected = predictRefund(m, key(p, c)) ?? 'NOT_FOUND'
  expect(await readOutcome(call)).toBe(expected)
  if (expected === 'OK') endEnrolment(m, p, c)
}

export const withdraw: Do = async (m, r, _p, c) => {
  const call = r.admin.call(api.withdrawClass, { params: { id: at(r.classes, c).id } })
  const course = at(m.classes, c)
  expect(await readOutcome(call)).toBe(course.deleted ? 'NOT_FOUND' : 'OK')
  if (course.deleted) return
  expect((await call).modifiedCount).toBe(course.withdrawn ? 0 : 1)
  course.withdrawn = true
}

export const editPrice: Do = async (m, r, _p, c) => {
  const course = at(m.classes, c)
  const price = course.price === PRICES[0] ? at(PRICES, 1) : at(PRICES, 0)
  const edit = { params: { id: at(r.classes, c).id }, body: { price: price / 100 } }
  expect(await readOutcome(r.instructor.call(api.changeClass, edit))).toBe(findEditRefusal(course) ?? 'OK')
  if (!findEditRefusal(course)) course.price = price
}

export const deleteClass: Do = async (m, r, _p, c) => {
  const course = at(m.classes, c)
  const call = r.instructor.call(api.deleteClass, { params: { id: at(r.classes, c).id } })
  const enrolled = [...m.enrolled].some((pair) => pair.endsWith(` ${c}`))
  let expected: Outcome = course.deleted ? 'NOT_FOUND' : 'OK'
  if (!course.deleted && enrolled) expected = 'CLASS_HAS_STUDENTS'
  else if (!course.deleted && countHeld(m, c) > 0) expected = 'BEING_PAID'
  expect(await readOutcome(call)).toBe(expected)
  if (expected !== 'OK') return
  course.deleted = true
  for (const pair of listKeys(m.carts)) if (pair.endsWith(` ${c}`)) m.carts.delete(pair)
}

export const promote: Do = async (m, r, p) => {
  const id = at(r.people, p).user.id
  const expected = at(m.people, p).exists ? 'OK' : 'NOT_FOUND'
  expect(await readOutcome(r.admin.call(api.makeInstructor, { params: { id } }))).toBe(expected)
  at(m.people, p).isStudent = false
}

export const deleteUser: Do = async (m, r, p) => {
  const id = at(r.people, p).user.id
  const expected = at(m.people, p).exists ? 'OK' : 'NOT_FOUND'
  expect(await readOutcome(r.admin.call(api.deleteUser, { params: { id } }))).toBe(expected)
  at(m.people, p).exists = false
  for (const pair of [...m.enrolled]) {
    const [owner, c = 0] = pair.split(' ').map(Number)
    if (owner === p) endEnrolment(m, p, c)
  }
  for (const pair of listKeys(m.carts)) if (pair.startsWith(`${p} `)) m.carts.delete(pair)
}

/** Runs the reconciliation, with every hold expired. */
export const reconcileAll: Do = async (m, r) => {
  const { db } = r.application.services
  for (const { id } of r.classes) {
    await db
      .update(attempts)
      .set({ heldUntil: Date.now() - 1 })
      .where(sql`${attempts.classId} = ${id} and ${attempts.status} = 'open'`)
  }
  await reconcile(r.application.services)
  closeWhere(m, () => true)
}

/** Runs the queued jobs: refunds, the holds of deleted users, and the rest of withdrawals. */
export const runJobs: Do = async (m, r) => {
  for (let round = 0; round < 2; round++) await r.application.runJobs()
  closeWhere(m, (c, p) => at(m.classes, c).withdrawn || !at(m.people, p).exists)
  for (const pair of [...m.enrolled]) {
    const [p = 0, c = 0] = pair.split(' ').map(Number)
    if (at(m.classes, c).withdrawn && !m.disputed.has(pair)) endEnrolment(m, p, c)
  }
}

/** Does the next step of a buyer. Without it, sequences seldom reach an enrolment. */
export const proceed: Do = (m, r, p, c) => {
  const cartId = m.carts.get(key(p, c))
  const order = m.open.get(key(p, c))
  if (!cartId) return select(m, r, p, c)
  if (order?.cartId !== cartId) return begin(m, r, p, c)
  return (order.paid ? record : charge)(m, r, p, c)
}
