import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { CallError } from '#contract/call.ts'
import { MAX_HOLDS, MAX_UNCONFIRMED_HOLDS } from '#contract/values/limits.ts'
import { type ClassRow, makeClass } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { runWithoutLocks } from '../../../testing/no-lock-control.ts'
import { beginPaying, buy } from '../../../testing/paying.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'
import { attempts, isOpen } from './payments.table.ts'

const application = openForThisFile()

type Student = Awaited<ReturnType<TestApplication['signedIn']>>

const make = (seats: number) => makeClass(application.services.db, { seats })
const makeMany = (count: number) => Promise.all(Array.from({ length: count }, () => make(10)))
const signInMany = (count: number) => Promise.all(Array.from({ length: count }, () => application.signedIn('student')))
const countHolds = async (filter: ReturnType<typeof eq>) =>
  (await application.services.db.select().from(attempts).where(and(filter, isOpen))).length

/** Begins to pay at once. Returns how many got a hold, and the codes of the errors. */
async function holdAtOnce(pairs: [Student, ClassRow][]) {
  const outcomes = await Promise.allSettled(pairs.map(([student, chosen]) => beginPaying(student, chosen)))
  const codes = outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (outcome.reason instanceof CallError) return [outcome.reason.code]
    throw outcome.reason
  })
  return { held: pairs.length - codes.length, codes: [...new Set(codes)] }
}

describe('an account holds at most', () => {
  it.each([
    ['2 seats while its address is unconfirmed', () => application.signedIn('student'), 2],
    ['10 seats once its address is confirmed', () => application.signedIn('student', { emailConfirmed: true }), 10],
  ])('%s, one after the other', async (_, signIn, max) => {
    const student = await signIn()
    const chosen = await makeMany(max + 1)
    for (const one of chosen.slice(0, max)) await beginPaying(student, one)
    const [last, first] = [chosen.at(-1), chosen[0]]
    if (!last || !first) throw new Error('There are no classes.')
    const error = await catchError(beginPaying(student, last))
    expect(error).toMatchObject({
      statusCode: 409,
      code: 'TOO_MANY_HOLDS',
      message: expect.stringContaining(`${max} seats`),
    })
    const [item] = await student.call(api.listCart, { query: { email: student.user.email } })
    expect(item?.classId).toBe(last.id)

    const held = (await student.call(api.listCart, { query: { email: student.user.email } })).find(
      ({ classId }) => classId === first.id,
    )
    if (!held) throw new Error('The cart item is missing.')
    await student.call(api.createPaymentIntent, { body: { price: held.price, cartId: held._id } })
    expect(await countHolds(eq(attempts.userId, student.user.id))).toBe(max)
  })

  it('as many seats as allowed, however many calls come at once', async () => {
    const student = await application.signedIn('student')
    const classes = await makeMany(8)
    const { held, codes } = await holdAtOnce(classes.map((chosen) => [student, chosen]))
    expect([held, codes]).toEqual([MAX_UNCONFIRMED_HOLDS, ['TOO_MANY_HOLDS']])
    expect(await countHolds(eq(attempts.userId, student.user.id))).toBe(MAX_UNCONFIRMED_HOLDS)
  })

  it('more seats without the lock, which shows the race', async () => {
    const student = await application.signedIn('student')
    const classes = await makeMany(8)
    await runWithoutLocks({ table: 'payment_attempts', count: MAX_UNCONFIRMED_HOLDS + 1 }, () =>
      holdAtOnce(classes.map((chosen) => [student, chosen])),
    )
    expect(await countHolds(eq(attempts.userId, student.user.id))).toBeGreaterThan(MAX_UNCONFIRMED_HOLDS)
  })

  it('as many seats beside one that the waiting list offers it', async () => {
    const student = await application.signedIn('student', { emailConfirmed: true })
    const buyer = await application.signedIn('student')
    const sold = await make(1)
    await buy(buyer, sold)
    await student.call(api.joinWaitingList, { params: { id: sold.runId } })
    const [payment] = await buyer.call(api.listPayments, { query: { email: buyer.user.email } })
    await buyer.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await student.call(api.listOwnWaiting)).toMatchObject([{ state: 'offered' }])
    for (const chosen of await makeMany(MAX_HOLDS)) await beginPaying(student, chosen)
    expect(await catchCode(beginPaying(student, sold))).toBe('TOO_MANY_HOLDS')
    const [hold] = await student.call(api.listHolds)
    await student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    const cart = await student.call(api.listCart, { query: { email: student.user.email } })
    const offered = cart.find(({ classId }) => classId === sold.id)
    const body = { price: offered?.price ?? 0, cartId: offered?._id ?? '' }
    expect(await student.call(api.createPaymentIntent, { body })).toHaveProperty('clientSecret')
  })

  it('a seat more once it has paid for one', async () => {
    const student = await application.signedIn('student')
    for (const chosen of await makeMany(MAX_UNCONFIRMED_HOLDS + 1)) await buy(student, chosen)
    expect(await countHolds(eq(attempts.userId, student.user.id))).toBe(0)
  })
})

describe('accounts with unconfirmed addresses together hold at most', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 3],
    [9, 5],
  ])('of %i unsold seats, %i', async (seats, max) => {
    const chosen = await make(seats)
    const students = await signInMany(seats + 1)
    const { held, codes } = await holdAtOnce(students.map((student) => [student, chosen]))
    expect(held).toBe(max)
    expect(codes).toEqual([seats > 2 ? 'TOO_MANY_HOLDS' : 'SEATS_HELD'])
  })

  it('half of the seats, and accounts with confirmed addresses still get the others', async () => {
    const chosen = await make(4)
    for (const student of await signInMany(2)) await beginPaying(student, chosen)
    const [late] = await signInMany(1)
    expect(await catchError(beginPaying(late as Student, chosen))).toMatchObject({
      code: 'TOO_MANY_HOLDS',
      message: expect.stringContaining('Confirm your e-mail address'),
    })
    for (const _ of [1, 2]) await beginPaying(await application.signedIn('student', { emailConfirmed: true }), chosen)
    const confirmed = await application.signedIn('student', { emailConfirmed: true })
    expect(await catchCode(beginPaying(confirmed, chosen))).toBe('SEATS_HELD')
  })

  it('half of the seats that are not sold yet', async () => {
    const chosen = await make(5)
    for (const student of await signInMany(5)) await buy(student, chosen)
    expect(await countHolds(eq(attempts.classId, chosen.id))).toBe(0)
  })
})

describe('an account’s own holds', () => {
  it('are listed with their ends, the newest first', async () => {
    const student = await application.signedIn('student')
    const [first, second] = await makeMany(2)
    const { cartId } = await beginPaying(student, first as ClassRow)
    await beginPaying(student, second as ClassRow)
    const holds = await student.call(api.listHolds)
    expect(holds.map(({ className }) => className)).toEqual([second?.name, first?.name])
    expect(holds[1]).toMatchObject({ cartId, classId: first?.id })
    expect(await (await application.signedIn('student')).call(api.listHolds)).toEqual([])
    expect(await catchCode(application.visitor.call(api.listHolds))).toBe('NOT_SIGNED_IN')
  })

  it('are not found for others, nor by an unknown id', async () => {
    const student = await application.signedIn('student')
    await beginPaying(student, await make(3))
    const [hold] = await student.call(api.listHolds)
    const other = await application.signedIn('student')
    for (const id of [hold?._id ?? '', randomUUID(), 'nonsense'])
      expect(await catchCode(other.call(api.releaseHold, { params: { id } }))).toBe('NOT_FOUND')
    expect(await student.call(api.listHolds)).toHaveLength(1)
  })
})
