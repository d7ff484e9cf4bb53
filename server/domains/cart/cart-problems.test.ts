import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { CartProblem } from '#contract/cart.ts'
import { type MadeClass, makeClass, makeEnrolment, makeRun } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { readCode, teaching } from '../../../testing/instructor.ts'
import { refuseWebhookEvents } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchError } from '../../../testing/visitor.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { attempts } from '../payments/payments.table.ts'
import { cartItems } from './cart.table.ts'

const HOUR = 3_600_000
const PRICE = 49.99

const application = openForThisFile()

type Student = Awaited<ReturnType<TestApplication['signedIn']>>

const readCart = (student: Student) => student.call(api.listCart, { query: { email: student.user.email } })
const select = (student: Student, classId: string, runId?: string) =>
  student.call(api.selectClass, { body: { classId, runId } })
const setRun = (id: string, values: Partial<typeof runs.$inferInsert>) =>
  application.services.db.update(runs).set(values).where(eq(runs.id, id))
const setClass = ({ id }: { id: string }, values: Partial<typeof classes.$inferInsert>) =>
  application.services.db.update(classes).set(values).where(eq(classes.id, id))

/** A student has selected the first date of a class with two. */
async function selectFirst(later: Parameters<typeof makeRun>[2] = {}) {
  const { db } = application.services
  const student = await application.signedIn('student')
  const chosen = await makeClass(db, { seats: 0 })
  const first = await makeRun(db, chosen.id)
  const other = await makeRun(db, chosen.id, { startsAt: Date.now() + 1000 * HOUR, ...later })
  const { insertedId: id } = await select(student, chosen.id, first.id)
  return { student, chosen, first, other, id }
}

type Selected = Awaited<ReturnType<typeof selectFirst>>

const PROBLEMS: [CartProblem, string, (selected: Selected) => Promise<unknown>][] = [
  ['canceled', 'date is canceled', ({ first }) => setRun(first.id, { canceledAt: Date.now() })],
  ['over', 'date is over', ({ first }) => setRun(first.id, { startsAt: 1000, endsAt: 2000 })],
  ['closed', 'date can no longer be enrolled in', ({ first }) => setRun(first.id, { lastMoment: Date.now() - 1 })],
  ['sold_out', 'date is sold out', ({ first }) => setRun(first.id, { seats: 0, enroll: 10 })],
]

describe('a selected class that cannot be paid', () => {
  it.each(PROBLEMS)('says %s where its %s, offers the other dates, and gives way to one of them', async (...row) => {
    const [problem, , cause] = row
    const selected = await selectFirst({ listPriceMinor: 8000 })
    const { student, chosen, first, other, id } = selected
    expect((await readCart(student))[0]).toMatchObject({ problem: null, selected_price: PRICE })
    await cause(selected)
    const [item] = await readCart(student)
    const date = { _id: other.id, starts_at: other.startsAt, time_zone: 'Europe/Oslo', price: 80 }
    expect(item).toMatchObject({ _id: id, problem, dates: [date] })
    expect(await student.call(api.getCartItem, { params: { id } })).toEqual(item)
    expect(await readCode(select(student, chosen.id, first.id))).not.toBeNull()
    const { insertedId } = await select(student, chosen.id, other.id)
    expect(await readCart(student)).toMatchObject([{ _id: insertedId, runId: other.id, price: 80, problem: null }])
    expect(await readCode(select(student, chosen.id, first.id))).not.toBeNull()
  })

  it('gives way to the earliest date with a free seat where the class is selected without one', async () => {
    const { student, chosen, first, other } = await selectFirst()
    await setRun(first.id, { canceledAt: Date.now() })
    await select(student, chosen.id)
    expect(await readCart(student)).toMatchObject([{ runId: other.id }])
  })

  it('offers no date that is canceled, closed or sold out, and leaves the item where no other is open', async () => {
    const { student, chosen, first, other } = await selectFirst({ seats: 0 })
    await makeRun(application.services.db, chosen.id, { canceledAt: 1 })
    await makeRun(application.services.db, chosen.id, { lastMoment: 1 })
    await setRun(first.id, { canceledAt: Date.now() })
    expect(await readCart(student)).toMatchObject([{ problem: 'canceled', dates: [] }])
    expect(await readCode(select(student, chosen.id))).toBe('SEATS_GONE')
    expect(await readCode(select(student, chosen.id, other.id))).toBe('SEATS_GONE')
    expect(await readCart(student)).toHaveLength(1)
  })

  it.each([
    ['withdrawn', { withdrawnAt: 1 }],
    ['denied', { status: 'deny' }],
    ['archived', { archivedAt: 1 }],
    ['deleted', { deletedAt: 1 }],
  ] as const)('says unavailable, without dates, where its class is %s', async (_, values) => {
    const { student, chosen, other, id } = await selectFirst()
    await setClass(chosen, values)
    expect(await readCart(student)).toMatchObject([{ problem: 'unavailable', dates: [] }])
    expect(await readCode(select(student, chosen.id, other.id))).toBe('NOT_FOUND')
    expect(await student.call(api.removeCartItem, { params: { id } })).toEqual({ deletedCount: 1 })
  })

  it('says enrolled where the student is in another date by now', async () => {
    const { student, chosen, other } = await selectFirst()
    await makeEnrolment(application.services.db, student.user, { ...chosen, runId: other.id })
    expect(await readCart(student)).toMatchObject([{ problem: 'enrolled', dates: [] }])
    expect(await readCode(select(student, chosen.id, other.id))).toBe('ALREADY_ENROLLED')
  })

  it('has no problem while all of its free seats are in checkout', async () => {
    const { student, chosen, first } = await selectFirst()
    await setRun(first.id, { seats: 1, offered: 1 })
    await beginPaying(await application.signedIn('student'), { ...chosen, runId: first.id })
    expect(await readCart(student)).toMatchObject([{ problem: null }])
  })

  it('is the student’s own: a class that can be paid gives way to no other date, and others see nothing', async () => {
    const { student, chosen, first, other } = await selectFirst()
    expect(await readCode(select(student, chosen.id, other.id))).toBe('ALREADY_SELECTED')
    await setRun(first.id, { canceledAt: Date.now() })
    const stranger = await application.signedIn('student')
    await select(stranger, chosen.id, other.id)
    expect(await readCart(student)).toMatchObject([{ runId: first.id, problem: 'canceled' }])
  })

  it('gives way once where two tabs select other dates at the same moment', async () => {
    const { student, chosen, first, other } = await selectFirst()
    const third = await makeRun(application.services.db, chosen.id)
    await setRun(first.id, { canceledAt: Date.now() })
    const codes = await Promise.all([other, third].map((run) => readCode(select(student, chosen.id, run.id))))
    expect(codes.toSorted()).toEqual(['ALREADY_SELECTED', null])
    expect(await readCart(student)).toMatchObject([{ problem: null }])
  })

  it('is not shown to a student who was promoted, whose role may not select', async () => {
    const { student, chosen, first, other } = await selectFirst()
    await setRun(first.id, { canceledAt: Date.now() })
    const admin = await application.signedIn('admin')
    await admin.call(api.makeInstructor, { params: { id: student.user.id } })
    expect(await readCart(student)).toEqual([])
    expect(await readCode(select(student, chosen.id, other.id))).toBe('NOT_ALLOWED')
  })
})

describe('a hold of a selected class', () => {
  const begin = (student: Student, cartId: string) =>
    student.call(api.createPaymentIntent, { body: { price: PRICE, cartId } })
  const readAttempts = (cartId: string) =>
    application.services.db.select().from(attempts).where(eq(attempts.cartId, cartId))

  it('lets its student pay after the last moment to enroll, but not once the date is over', async () => {
    const { student, first, id } = await selectFirst()
    await begin(student, id)
    await setRun(first.id, { lastMoment: Date.now() - 1 })
    expect(await readCart(student)).toMatchObject([{ problem: null }])
    expect(await readCode(begin(student, id))).toBeNull()
    await setRun(first.id, { startsAt: 1000, endsAt: 2000 })
    expect(await readCart(student)).toMatchObject([{ problem: 'over' }])
    expect(await readCode(begin(student, id))).toBe('RUN_CLOSED')
  })

  it('is released where another date takes the place of the item, so that its card cannot be charged', async () => {
    const { student, chosen, first, other, id } = await selectFirst()
    const { clientSecret } = await begin(student, id)
    await setRun(first.id, { canceledAt: Date.now() })
    await select(student, chosen.id, other.id)
    expect(await readAttempts(id)).toMatchObject([{ status: 'released' }])
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(400)
  })

  it('whose card was charged first refunds a canceled date, and then another date can be selected', async () => {
    refuseWebhookEvents(application)
    const { student, chosen, first, other, id } = await selectFirst()
    const { clientSecret } = await begin(student, id)
    await confirmCard(student, clientSecret)
    await setRun(first.id, { canceledAt: Date.now() })
    const error = await catchError(select(student, chosen.id, other.id))
    expect(error).toMatchObject({ code: 'MONEY_RETURNED' })
    expect(await readCart(student)).toEqual([])
    await select(student, chosen.id, other.id)
    expect(await readCart(student)).toMatchObject([{ runId: other.id, problem: null }])
  })

  it('of an item that another tab has replaced ends with the purchase of the new one', async () => {
    const { student, chosen, first, other, id } = await selectFirst()
    await setRun(first.id, { lastMoment: Date.now() - 1 })
    const { insertedId } = await select(student, chosen.id, other.id)
    expect(await readCode(begin(student, id))).toBe('NOT_FOUND')
    const { clientSecret } = await begin(student, insertedId)
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readCart(student)).toEqual([])
  })
})

describe('the date of a selected class that can be paid', () => {
  const change = (student: Student, id: string, runId: string) =>
    student.call(api.changeCartDate, { params: { id }, body: { runId } })

  it('gives way to another one that has free seats, and its hold is released', async () => {
    const { student, first, other, id } = await selectFirst({ listPriceMinor: 8000 })
    await student.call(api.createPaymentIntent, { body: { price: PRICE, cartId: id } })
    expect(await readCart(student)).toMatchObject([
      { runId: first.id, problem: null, dates: [{ _id: other.id, price: 80 }] },
    ])
    const { insertedId } = await change(student, id, other.id)
    expect(await readCart(student)).toMatchObject([
      { _id: insertedId, runId: other.id, price: 80, selected_price: 80, problem: null, dates: [{ _id: first.id }] },
    ])
    const holds = await application.services.db.select().from(attempts).where(eq(attempts.cartId, id))
    expect(holds).toMatchObject([{ status: 'released' }])
  })

  it('stays where the other one is the same, sold out, closed, canceled, or of another class', async () => {
    const { student, first, other, id } = await selectFirst({ seats: 0 })
    const { db } = application.services
    await student.call(api.createPaymentIntent, { body: { price: PRICE, cartId: id } })
    const closed = await makeRun(db, first.classId, { lastMoment: 1 })
    const canceled = await makeRun(db, first.classId, { canceledAt: 1 })
    const foreign = await makeClass(db)
    expect(await readCode(change(student, id, first.id))).toBe('ALREADY_SELECTED')
    expect(await readCode(change(student, id, other.id))).toBe('SEATS_GONE')
    expect(await readCode(change(student, id, closed.id))).toBe('RUN_CLOSED')
    expect(await readCode(change(student, id, canceled.id))).toBe('RUN_CLOSED')
    for (const runId of [foreign.runId, 'no-id']) expect(await readCode(change(student, id, runId))).toBe('NOT_FOUND')
    expect(await readCart(student)).toMatchObject([{ _id: id, runId: first.id, problem: null }])
    const holds = await db.select().from(attempts).where(eq(attempts.cartId, id))
    expect(holds).toMatchObject([{ status: 'open' }])
  })

  it('is changed by its student only', async () => {
    const { student, other, id } = await selectFirst()
    expect(await readCode(change(await application.signedIn('student'), id, other.id))).toBe('NOT_FOUND')
    for (const role of ['instructor', 'admin'] as const)
      expect(await readCode(change(await application.signedIn(role), id, other.id))).toBe('NOT_ALLOWED')
    expect(await readCode(change(student, 'no-id', other.id))).toBe('NOT_FOUND')
  })

  it('changes once where two tabs change it at the same moment', async () => {
    const { student, chosen, other, id } = await selectFirst()
    const third = await makeRun(application.services.db, chosen.id)
    const codes = await Promise.all([other, third].map((run) => readCode(change(student, id, run.id))))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(await readCart(student)).toHaveLength(1)
  })
})

describe('a selected class that is dearer now', () => {
  const accept = (student: Student, id: string, price: number) =>
    student.call(api.acceptPrice, { params: { id }, body: { price } })

  async function selectAndRaise(options: { runPrice?: number } = {}) {
    const { instructor, taught, params } = await teaching(application, { seats: 5 })
    const student = await application.signedIn('student')
    const { insertedId: id } = await select(student, taught.id)
    if (options.runPrice === undefined) await instructor.call(api.changeClass, { params, body: { price: 60 } })
    else await instructor.call(api.changeRun, { params: { id: taught.runId }, body: { price: options.runPrice } })
    return { instructor, taught: taught as MadeClass, params, student, id }
  }

  it.each([[{}], [{ runPrice: 60 }]])(
    'shows both prices until the student accepts the present one: %o',
    async (options) => {
      const { student, id } = await selectAndRaise(options)
      expect(await readCart(student)).toMatchObject([{ problem: 'dearer', price: 60, selected_price: PRICE }])
      expect(await accept(student, id, 60)).toEqual({ modifiedCount: 1 })
      expect(await accept(student, id, 60)).toEqual({ modifiedCount: 0 })
      expect(await readCart(student)).toMatchObject([{ problem: null, price: 60, selected_price: 60 }])
    },
  )

  it('does not accept a price that has changed again, nor for another user', async () => {
    const { student, id, instructor, params } = await selectAndRaise()
    await instructor.call(api.changeClass, { params, body: { price: 70 } })
    expect(await catchError(accept(student, id, 60))).toMatchObject({
      ...{ code: 'PRICE_CHANGED', message: 'The price of this class is now $70.00.' },
    })
    expect(await readCode(accept(student, id, 1.005))).toBe('PRICE_CHANGED')
    expect(await readCode(accept(await application.signedIn('student'), id, 70))).toBe('NOT_FOUND')
    expect(await readCode(accept(student, 'no-id', 70))).toBe('NOT_FOUND')
    expect(await readCart(student)).toMatchObject([{ problem: 'dearer', price: 70, selected_price: PRICE }])
  })

  it('gives way to another date, and to none where the same is selected again', async () => {
    const { student, taught } = await selectAndRaise()
    expect(await readCode(select(student, taught.id, taught.runId))).toBe('ALREADY_SELECTED')
    expect(await readCode(select(student, taught.id))).toBe('ALREADY_SELECTED')
    const other = await makeRun(application.services.db, taught.id, { listPriceMinor: 3000 })
    expect(await readCart(student)).toMatchObject([{ dates: [{ _id: other.id, price: 30 }] }])
    await select(student, taught.id, other.id)
    expect(await readCart(student)).toMatchObject([{ runId: other.id, problem: null, selected_price: 30 }])
  })

  it('is no problem where it is cheaper, or was selected in an earlier version', async () => {
    const { student, instructor, params, id } = await selectAndRaise()
    await application.services.db.update(cartItems).set({ listPriceMinor: null }).where(eq(cartItems.id, id))
    expect(await readCart(student)).toMatchObject([{ problem: null, price: 60, selected_price: 60 }])
    await accept(student, id, 60)
    await instructor.call(api.changeClass, { params, body: { price: 20 } })
    expect(await readCart(student)).toMatchObject([{ problem: null, price: 20, selected_price: 60 }])
  })
})

it('a purchase removes the class from the cart, whichever of its dates is selected by then', async () => {
  // An event could record the purchase before the other date is selected.
  refuseWebhookEvents(application)
  const { student, chosen, first, other, id } = await selectFirst()
  const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price: PRICE, cartId: id } })
  await confirmCard(student, clientSecret)
  await application.services.db.delete(cartItems).where(eq(cartItems.id, id))
  await select(student, chosen.id, other.id)
  await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
  expect(await readCart(student)).toEqual([])
  await setRun(first.id, { startsAt: 1000, endsAt: 2000 })
  await buy(student, { ...chosen, runId: other.id })
})
