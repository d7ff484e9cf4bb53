/**
 * The verbs of the order's actors as fast-check commands: each is done to the real school and to the model, and both must say the
 * same. The provider's notices are lost; `ask` and `work` stand for the jobs.
 */
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import { CallError } from '../../contract/call.ts'
import { type ClassRow, makeClass } from '../../demo/factories.ts'
import { cartItems } from '../../server/cart/cart.table.ts'
import { classes } from '../../server/classes/classes.table.ts'
import { systemContext } from '../../server/parts.ts'
import { attempts, enrolments } from '../../server/payments/payments.table.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { intentIn } from '../paying.ts'
import type { TestSchool } from '../school.ts'
import type { StripeStandIn } from '../stripe-stand-in.ts'
import {
  barred,
  beginning,
  closeAll,
  heldIn,
  isOffered,
  key,
  keysOf,
  leave,
  type Model,
  type Order,
  of,
  reprice,
  type Said,
  settle,
  uneditable,
} from './model.ts'

type Person = Awaited<ReturnType<TestSchool['signedIn']>>
export interface Real {
  school: TestSchool
  provider: StripeStandIn
  admin: Person
  instructor: Person
  people: Person[]
  classes: ClassRow[]
}

const PRICES = [4999, 12000]
const SEATS = [1, 2]

/** Three students and two classes, of one seat and of two, in a school that the caller opened. */
export async function setUp(school: TestSchool, provider: StripeStandIn): Promise<{ model: Model; real: Real }> {
  const people = await Promise.all([1, 2, 3].map(() => school.signedIn('student')))
  const instructor = await school.signedIn('instructor')
  const taught = { instructorId: instructor.user.id, priceMinor: PRICES[0] ?? 0 }
  const rows = await Promise.all(SEATS.map((seats) => makeClass(school.parts.db, { ...taught, seats })))
  const real = { school, provider, admin: await school.signedIn('admin'), instructor, people, classes: rows }
  const model = {
    classes: SEATS.map((free) => ({ free, price: PRICES[0] ?? 0, withdrawn: false, deleted: false })),
    people: people.map(() => ({ here: true, isStudent: true })),
    carts: new Map<string, string>(),
    open: new Map<string, Order>(),
    enrolled: new Set<string>(),
  }
  return { model, real }
}

type Do = (m: Model, r: Real, p: number, c: number) => Promise<void>

/** What a call comes to: OK, or the code of its refusal. Anything else is a fault of ours. */
async function said(call: Promise<unknown>): Promise<Said> {
  try {
    await call
    return 'OK'
  } catch (error) {
    if (error instanceof CallError && error.statusCode < 500) return error.code
    throw error
  }
}

const select: Do = async (m, r, p, c) => {
  const at = key(p, c)
  const person = of(r.people, p)
  const body = { classId: of(r.classes, c).id }
  let expected = barred(of(m.people, p))
  if (!expected && !isOffered(of(m.classes, c))) expected = 'NOT_FOUND'
  if (!expected && m.enrolled.has(at)) expected = 'ALREADY_ENROLLED'
  if (!expected && of(m.classes, c).free === 0) expected = 'SEATS_GONE'
  if (!expected && m.carts.has(at)) expected = 'ALREADY_SELECTED'
  const call = person.call(api.selectClass, { body })
  expect(await said(call)).toBe(expected ?? 'OK')
  if (!expected) m.carts.set(at, (await call).insertedId)
}

const unselect: Do = async (m, r, p, c) => {
  const cartId = m.carts.get(key(p, c))
  const call = of(r.people, p).call(api.removeCartItem, { params: { id: cartId ?? 'none' } })
  expect(await said(call)).toBe(barred(of(m.people, p)) ?? (cartId ? 'OK' : 'NOT_FOUND'))
  if (cartId && !barred(of(m.people, p))) m.carts.delete(key(p, c))
}

const begin: Do = async (m, r, p, c) => {
  const at = key(p, c)
  const cartId = m.carts.get(at)
  const { price } = of(m.classes, c)
  const body = { price: price / 100, cartId: cartId ?? 'none' }
  const expected = barred(of(m.people, p)) ?? (cartId ? beginning(m, p, c, cartId) : 'NOT_FOUND')
  const call = of(r.people, p).call(api.createPaymentIntent, { body })
  expect(await said(call)).toBe(expected)
  if (expected !== 'OK' || !cartId) return
  const { clientSecret } = await call
  const own = m.open.get(at)
  if (own) expect(clientSecret).toBe(own.clientSecret)
  else m.open.set(at, { cartId, clientSecret, price, paid: false })
}

const cheat: Do = async (m, r, p, c) => {
  const cartId = m.carts.get(key(p, c))
  if (!cartId || barred(of(m.people, p)) || m.open.has(key(p, c)) || !isOffered(of(m.classes, c))) return
  const body = { price: 0.5, cartId }
  expect(await said(of(r.people, p).call(api.createPaymentIntent, { body }))).toBe('PRICE_CHANGED')
}

const charge: Do = async (m, r, p, c) => {
  const order = m.open.get(key(p, c))
  if (!order) return
  expect(await r.provider.confirm(order.clientSecret)).toBe(order.paid ? 400 : 200)
  order.paid = true
}

const record: Do = async (m, r, p, c) => {
  const order = m.open.get(key(p, c))
  if (!order) return
  const transactionId = intentIn(order.clientSecret)
  const another = of(r.people, (p + 1) % r.people.length)
  const foreign = of(m.people, (p + 1) % r.people.length).here ? 'NOT_FOUND' : 'NOT_SIGNED_IN'
  expect(await said(another.call(api.recordPayment, { body: { transactionId } }))).toBe(foreign)
  const { here } = of(m.people, p)
  let expected: Said = here ? 'OK' : 'NOT_SIGNED_IN'
  if (here && !order.paid) expected = 'NOT_PAID'
  else if (here && !settle(m, p, c)) expected = 'MONEY_RETURNED'
  const report = () => said(of(r.people, p).call(api.recordPayment, { body: { transactionId } }))
  expect([await report(), await report()]).toEqual([expected, expected])
}

async function paymentOf(r: Real, p: number, c: number): Promise<string> {
  const { id } = of(r.people, p).user
  const rows = await r.school.parts.db.select().from(enrolments).where(eq(enrolments.userId, id))
  return rows.find(({ classId }) => classId === of(r.classes, c).id)?.paymentId ?? 'none'
}

const cancel: Do = async (m, r, p, c) => {
  const at = key(p, c)
  const call = of(r.people, p).call(api.cancelPayment, { params: { id: await paymentOf(r, p, c) } })
  const { here } = of(m.people, p)
  expect(await said(call)).toBe(here ? (m.enrolled.has(at) ? 'OK' : 'NOT_FOUND') : 'NOT_SIGNED_IN')
  if (here && m.enrolled.has(at)) leave(m, p, c)
}

const refund: Do = async (m, r, p, c) => {
  const call = r.admin.call(api.refundPayment, { params: { id: await paymentOf(r, p, c) } })
  expect(await said(call)).toBe(m.enrolled.has(key(p, c)) ? 'OK' : 'NOT_FOUND')
  if (m.enrolled.has(key(p, c))) leave(m, p, c)
}

const withdraw: Do = async (m, r, _p, c) => {
  const call = r.admin.call(api.withdrawClass, { params: { id: of(r.classes, c).id } })
  const taught = of(m.classes, c)
  expect(await said(call)).toBe(taught.deleted ? 'NOT_FOUND' : 'OK')
  if (taught.deleted) return
  expect((await call).modifiedCount).toBe(taught.withdrawn ? 0 : 1)
  taught.withdrawn = true
}

const askAnotherPrice: Do = async (m, r, _p, c) => {
  const taught = of(m.classes, c)
  const price = taught.price === PRICES[0] ? of(PRICES, 1) : of(PRICES, 0)
  const edit = { params: { id: of(r.classes, c).id }, body: { price: price / 100 } }
  expect(await said(r.instructor.call(api.changeClass, edit))).toBe(uneditable(taught) ?? 'OK')
  if (!uneditable(taught)) reprice(m, c, price)
}

/** A seat less on offer; where there is none, two more. */
const reseat: Do = async (m, r, _p, c) => {
  const taught = of(m.classes, c)
  const seats = taught.free === 0 ? 2 : taught.free - 1
  const edit = { params: { id: of(r.classes, c).id }, body: { seats } }
  const tooFew = seats < taught.free && seats < heldIn(m, c) ? 'BEING_PAID' : null
  const refused = uneditable(taught) ?? tooFew
  expect(await said(r.instructor.call(api.changeClass, edit))).toBe(refused ?? 'OK')
  if (!refused) taught.free = seats
}

const discard: Do = async (m, r, _p, c) => {
  const taught = of(m.classes, c)
  const call = r.instructor.call(api.deleteClass, { params: { id: of(r.classes, c).id } })
  const enrolled = [...m.enrolled].some((at) => at.endsWith(` ${c}`))
  let expected: Said = taught.deleted ? 'NOT_FOUND' : 'OK'
  if (!taught.deleted && enrolled) expected = 'CLASS_HAS_STUDENTS'
  else if (!taught.deleted && heldIn(m, c) > 0) expected = 'BEING_PAID'
  expect(await said(call)).toBe(expected)
  if (expected !== 'OK') return
  taught.deleted = true
  for (const at of keysOf(m.carts)) if (at.endsWith(` ${c}`)) m.carts.delete(at)
}

const promote: Do = async (m, r, p) => {
  const id = of(r.people, p).user.id
  const expected = of(m.people, p).here ? 'OK' : 'NOT_FOUND'
  expect(await said(r.admin.call(api.makeInstructor, { params: { id } }))).toBe(expected)
  of(m.people, p).isStudent = false
}

const remove: Do = async (m, r, p) => {
  const id = of(r.people, p).user.id
  const expected = of(m.people, p).here ? 'OK' : 'NOT_FOUND'
  expect(await said(r.admin.call(api.deleteUser, { params: { id } }))).toBe(expected)
  of(m.people, p).here = false
  for (const at of keysOf(m.carts)) if (at.startsWith(`${p} `)) m.carts.delete(at)
}

/** The job that asks, with every hold run out. */
const ask: Do = async (m, r) => {
  const { db } = r.school.parts
  for (const { id } of r.classes) {
    await db
      .update(attempts)
      .set({ heldUntil: Date.now() - 1 })
      .where(sql`${attempts.classId} = ${id} and ${attempts.status} = 'open'`)
  }
  await reconcile(systemContext(r.school.parts))
  closeAll(m, () => true)
}

/** The jobs that wait: refunds, and what a withdrawal still has to do. */
const work: Do = async (m, r) => {
  for (let round = 0; round < 2; round++) await r.school.work()
  closeAll(m, (c) => of(m.classes, c).withdrawn)
  for (const at of [...m.enrolled]) {
    const [p = 0, c = 0] = at.split(' ').map(Number)
    if (of(m.classes, c).withdrawn) leave(m, p, c)
  }
}

/** What a buyer would do next: without it, sequences seldom come as far as an enrolment. */
const proceed: Do = (m, r, p, c) => {
  const cartId = m.carts.get(key(p, c))
  const order = m.open.get(key(p, c))
  if (!cartId) return select(m, r, p, c)
  if (order?.cartId !== cartId) return begin(m, r, p, c)
  return (order.paid ? record : charge)(m, r, p, c)
}

const VERBS: [weight: number, name: string, verb: Do][] = [
  [30, 'proceed', proceed],
  [4, 'select', select],
  [6, 'begin', begin],
  [6, 'charge', charge],
  [5, 'record', record],
  [4, 'unselect', unselect],
  [1, 'cheat', cheat],
  [2, 'cancel', cancel],
  [2, 'refund', refund],
  [2, 'withdraw', withdraw],
  [2, 'askAnotherPrice', askAnotherPrice],
  [3, 'reseat', reseat],
  [1, 'discard', discard],
  [1, 'promote', promote],
  [3, 'remove', remove],
  [4, 'ask', ask],
  [2, 'work', work],
]

/** Any sequence of the verbs. After each, seats, holds, carts and enrolments are as the model has them. */
export function anySequence(maxCommands: number) {
  const step = fc
    .tuple(fc.nat({ max: SEATS.length - 1 }), fc.nat({ max: 2 }))
    .chain(([c, p]) =>
      fc.oneof(...VERBS.map(([weight, name, verb]) => ({ weight, arbitrary: fc.constant(command(name, verb, p, c)) }))),
    )
  return fc.commands([step], { maxCommands, size: 'max' })
}

function command(name: string, verb: Do, p: number, c: number): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(m, r) {
      await verb(m, r, p, c)
      await compare(m, r)
    },
    toString: () => `${name}(${p}, ${c})`,
  }
}

async function compare(m: Model, { school, classes: taught, people }: Real): Promise<void> {
  const { db } = school.parts
  for (const [c, { id }] of taught.entries()) {
    const [row] = await db.select().from(classes).where(eq(classes.id, id))
    const rows = await db.select().from(enrolments).where(eq(enrolments.classId, id))
    const enrolled = rows
      .map(({ userId }) =>
        key(
          people.findIndex(({ user }) => user.id === userId),
          c,
        ),
      )
      .sort()
    const held = await db
      .select()
      .from(attempts)
      .where(sql`${attempts.classId} = ${id} and ${attempts.status} = 'open'`)
    const carts = await db.select().from(cartItems).where(eq(cartItems.classId, id))
    const expected = [...m.enrolled].filter((at) => at.endsWith(` ${c}`)).sort()
    expect({ free: row?.seats, enroll: row?.enroll, enrolled, held: held.length, carts: carts.length }).toEqual({
      free: of(m.classes, c).free,
      enroll: expected.length,
      enrolled: expected,
      held: heldIn(m, c),
      carts: keysOf(m.carts).filter((at) => at.endsWith(` ${c}`)).length,
    })
  }
}

/** Lets every hold run out and every job be done. */
export async function comeToRest(m: Model, r: Real): Promise<void> {
  await ask(m, r, 0, 0)
  await work(m, r, 0, 0)
  await compare(m, r)
}
