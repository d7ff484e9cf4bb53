import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { CallError } from '#contract/call.ts'
import { NewTerms } from '#contract/terms.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { readAudit } from '../../../testing/orders.ts'
import { beginPaying, buy } from '../../../testing/paying.ts'
import { sized } from '../../../testing/size.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { attempts } from '../payments/payments.table.ts'
import { reconcile } from '../payments/reconcile.ts'
import { sweep } from './offers.ts'
import { isOffered, waitingEntries } from './waiting.table.ts'

const application = openForThisFile()

type Student = Awaited<ReturnType<TestApplication['signedIn']>>

const { many, waiting, seats, sequences } = sized(
  { many: 20, waiting: 11, seats: 3, sequences: 12 },
  { many: 200, waiting: 50, seats: 3, sequences: 300 },
)

const signIn = () => application.signedIn('student', { emailConfirmed: true })

/** A date whose terms give nothing back for a cancellation, and all for a seat that is sold again. */
async function makeDate(offered: number) {
  const { db } = application.services
  const admin = await application.signedIn('admin')
  const body = NewTerms.parse({ name: 'Resale', resale: 'full' })
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const made = await makeClass(db, { termsId, seats: 0 })
  const run = await makeRun(db, made.id, { seats: offered })
  await db.delete(runs).where(eq(runs.id, made.runId))
  return { id: made.id, listPriceMinor: made.listPriceMinor, runId: run.id }
}

/** Returns the code of an expected refusal; null where there was none. */
async function attempt(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof CallError && error.statusCode < 500) return error.code
    throw error
  }
}

const join = (student: Student, runId: string) => student.call(api.joinWaitingList, { params: { id: runId } })

async function cancel(student: Student): Promise<void> {
  const payments = await student.call(api.listPayments, { query: { email: student.user.email } })
  const paid = payments.find(({ ended }) => ended === null)
  await student.call(api.cancelPayment, { params: { id: paid?._id ?? 'none' } })
}

/** Offers the seat for sale again, or takes it back. */
async function turnReturn(student: Student): Promise<void> {
  const payments = await student.call(api.listPayments, { query: { email: student.user.email } })
  const paid = payments.find(({ ended }) => ended === null)
  const on = paid?.resale?.since == null
  await student.call(api.returnSeat, { params: { id: paid?._id ?? 'none' }, body: { on } })
}

const readOwn = async (student: Student) => (await student.call(api.listOwnWaiting))[0]

it('while people wait, seats that become free at once go to the first of them, and to no one who races for them', {
  timeout: sized(60_000, 600_000),
}, async () => {
  const date = await makeDate(seats)
  const buyers = await Promise.all(Array.from({ length: seats }, signIn))
  for (const buyer of buyers) await buy(buyer, date)
  const list: Student[] = []
  for (let each = 0; each < waiting; each++) {
    const student = await signIn()
    await join(student, date.runId)
    list.push(student)
  }
  const others = await Promise.all(Array.from({ length: many }, signIn))
  const race = others.map((other) => attempt(buy(other, date)))
  const codes = await Promise.all([...buyers.map((buyer) => attempt(cancel(buyer))), ...race])
  expect(new Set(codes.slice(seats))).toEqual(new Set(['SEATS_GONE']))
  const states = await Promise.all(list.map(async (student) => (await readOwn(student))?.state))
  expect(states).toEqual(list.map((_, index) => (index < seats ? 'offered' : 'waiting')))
  const taken = await Promise.all([...list, ...others].map((student) => attempt(buy(student, date))))
  expect(taken.filter((code) => code === null)).toHaveLength(seats)
  expect(taken.slice(0, seats)).toEqual(Array.from({ length: seats }, () => null))
  expect((await readAudit(application)).discrepancies).toEqual([])
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Lets time pass: everything that waits for it is as much nearer, and the work of each minute is done. */
async function pass(milliseconds: number, runId: string): Promise<void> {
  const { db } = application.services
  const earlier = (column: AnyPgColumn) => sql`${column} - ${milliseconds}::bigint`
  const held = { heldUntil: earlier(attempts.heldUntil), heldSince: earlier(attempts.heldSince) }
  await db.update(attempts).set(held).where(eq(attempts.runId, runId))
  const offered = { offeredUntil: earlier(waitingEntries.offeredUntil) }
  await db.update(waitingEntries).set(offered).where(eq(waitingEntries.runId, runId))
  await reconcile(application.services)
  await sweep(application.services)
}

/** Responses to an offer, in turn; the last one is none. */
const ANSWERS: ((student: Student, date: Parameters<typeof buy>[1] & { runId: string }) => Promise<unknown>)[] = [
  (student, date) => buy(student, date),
  async (student) => student.call(api.declineOffer, { params: { id: (await readOwn(student))?._id ?? 'none' } }),
  (student, date) => beginPaying(student, date),
  async (student) => student.call(api.leaveWaitingList, { params: { id: (await readOwn(student))?._id ?? 'none' } }),
  () => Promise.resolve(),
]

it('seats that become free over ten minutes, by cancelling and by returning, are bought by those who wait alone, and every offer is answered or expires', {
  timeout: sized(90_000, 900_000),
}, async () => {
  const date = await makeDate(seats)
  const buyers = await Promise.all(Array.from({ length: seats }, signIn))
  for (const buyer of buyers) await buy(buyer, date)
  const list: Student[] = []
  for (let each = 0; each < waiting; each++) {
    const student = await signIn()
    await join(student, date.runId)
    list.push(student)
  }
  const others = await Promise.all(Array.from({ length: many }, signIn))
  const answered = new Set<Student>()
  const answer = async () => {
    const offered = []
    for (const student of list)
      if (!answered.has(student) && (await readOwn(student))?.state === 'offered') offered.push(student)
    const made = offered.map((student) => {
      answered.add(student)
      return attempt(ANSWERS[list.indexOf(student) % ANSWERS.length]?.(student, date) ?? Promise.resolve())
    })
    await Promise.all(made)
  }
  const codes = new Set<string | null>()
  const perMinute = Math.ceil(many / 10)
  for (let minute = 0; minute < 10; minute++) {
    const buyer = buyers[Math.floor(minute / 3)]
    const freed = buyer && minute % 3 === 0 ? [attempt(minute % 2 ? turnReturn(buyer) : cancel(buyer))] : []
    const race = others.slice(minute * perMinute, (minute + 1) * perMinute)
    const raced = race.map(async (other) => codes.add(await attempt(buy(other, date))))
    await Promise.all([...freed, ...raced, answer()])
    expect((await readAudit(application)).discrepancies).toEqual([])
    await pass(MINUTE, date.runId)
  }
  expect([...codes]).toEqual(['SEATS_GONE'])
  const readStates = () => Promise.all(list.map(async (student) => (await readOwn(student))?.state))
  // Until each seat is taken, or no one is left to offer it to.
  while ((await readStates()).includes('offered')) {
    await answer()
    await pass(DAY, date.runId)
  }
  const states = await readStates()
  expect(states.filter((state) => state === 'taken')).toHaveLength(seats)
  expect((await readAudit(application)).discrepancies).toEqual([])
  const [run] = await application.services.db.select().from(runs).where(eq(runs.id, date.runId))
  expect(run).toMatchObject({ seats: 0, enroll: seats, held: 0, offers: 0, returns: 0 })
})

/** A date, and those who buy it and wait for it. */
type ListedDate = Awaited<ReturnType<typeof makeDate>> & { people?: Student[] }

/** Actions of a person, of time, or of the school. */
const ACTIONS = {
  join: (student, { runId }) => join(student, runId),
  joinForTwo: (student, { runId }) => student.call(api.joinWaitingList, { params: { id: runId }, body: { seats: 2 } }),
  changeNumber: async (student) => {
    const entry = await readOwn(student)
    const body = { seats: entry?.seats === 2 ? 1 : 2 }
    await student.call(api.changeWaitingSeats, { params: { id: entry?._id ?? 'none' }, body })
  },
  buy: (student, date) => buy(student, date),
  buyTwo: (student, date) => buy(student, { ...date, party: 2 }),
  begin: async (student, { id: classId, runId, listPriceMinor }) => {
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId, runId } })
    await student.call(api.createPaymentIntent, { body: { price: listPriceMinor / 100, cartId } })
  },
  release: async (student) => {
    const [held] = await student.call(api.listHolds)
    await student.call(api.releaseHold, { params: { id: held?._id ?? 'none' } })
  },
  cancel: (student) => cancel(student),
  leave: async (student) =>
    student.call(api.leaveWaitingList, { params: { id: (await readOwn(student))?._id ?? 'none' } }),
  turnReturn: (student) => turnReturn(student),
  substitute: async (student, { people = [] }) => {
    const [enrolled] = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    const next = people[(people.indexOf(student) + 1) % people.length]
    const body = { email: next?.user.email ?? '', name: 'Leo Brandt' }
    await student.call(api.nameSubstitute, { params: { id: enrolled?._id ?? 'none' }, body })
  },
  decline: async (student) =>
    student.call(api.declineOffer, { params: { id: (await readOwn(student))?._id ?? 'none' } }),
  expireOffers: async () => {
    await application.services.db
      .update(waitingEntries)
      .set({ offeredUntil: Date.now() - 1 })
      .where(isOffered)
    await sweep(application.services)
  },
  expireHolds: async (_, { runId }) => {
    await application.services.db
      .update(attempts)
      .set({ heldUntil: Date.now() - 1 })
      .where(eq(attempts.runId, runId))
    await reconcile(application.services)
  },
  addSeat: async (_, { runId }) => {
    const [run] = await application.services.db.select().from(runs).where(eq(runs.id, runId))
    const admin = await application.signedIn('admin')
    await admin.call(api.changeRun, { params: { id: runId }, body: { seats: (run?.seats ?? 0) + 1 } })
  },
} satisfies Record<string, (student: Student, date: ListedDate) => Promise<unknown>>

/** Gives up what a person has, or takes what they are offered: steps by chance seldom do. */
async function proceed(student: Student, date: ListedDate): Promise<unknown> {
  const entry = await readOwn(student)
  if ((await student.call(api.listHolds)).length > 0) return ACTIONS.release(student)
  if (entry?.takeable) return (entry.created_at % 2 === 0 ? ACTIONS.buyTwo : ACTIONS.buy)(student, date)
  return turnReturn(student)
}

/** An offer holds all of its seats, or a checkout has taken it over. */
async function expectOffersWhole(runId: string): Promise<void> {
  const { db } = application.services
  const entries = await db.select().from(waitingEntries).where(eq(waitingEntries.runId, runId))
  for (const { state, heldSeats, seats: wanted } of entries)
    expect(state === 'offered' ? [0, wanted] : [0]).toContain(heldSeats)
}

const STEPS = { ...ACTIONS, proceed }
const NAMES = Object.keys(STEPS) as (keyof typeof STEPS)[]

const anyStep = fc.record({
  name: fc.oneof(fc.constant('proceed' as const), fc.constantFrom(...NAMES)),
  person: fc.nat(3),
  /** With the next one, at the same moment. */
  isTogether: fc.boolean(),
})

it('seats add up after any steps of those who wait, buy and cancel, alone or at the same moment', {
  timeout: sized(120_000, 1_200_000),
}, async () => {
  let soldAgain = 0
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
    const people = await Promise.all(Array.from({ length: 4 }, signIn))
    const date = { ...(await makeDate(2)), people }
    // Two have the seats, and two wait: other beginnings seldom reach an offer.
    for (const [index, person] of people.entries()) await (index < 2 ? buy(person, date) : join(person, date.runId))
    let together: Promise<unknown>[] = []
    for (const { name, person, isTogether } of steps) {
      together.push(attempt(STEPS[name](people[person] as Student, date)))
      if (isTogether) continue
      await Promise.all(together)
      together = []
      expect((await readAudit(application)).discrepancies).toEqual([])
      const [run] = await application.services.db.select().from(runs).where(eq(runs.id, date.runId))
      // What no one who waits can use is for everyone.
      if (run?.waiting) expect(run.seats + run.returns - run.held).toBeLessThan(run.waitingLeast ?? 1)
      expect((run?.held ?? 0) <= (run?.seats ?? 0) + (run?.returns ?? 0)).toBe(true)
      await expectOffersWhole(date.runId)
    }
    await Promise.all(together)
    expect((await readAudit(application)).discrepancies).toEqual([])
    for (const person of people) {
      const payments = await person.call(api.listPayments, { query: { email: person.user.email } })
      const resold = payments.filter(({ ended }) => ended?.why === 'resold')
      soldAgain += resold.length
      expect(resold.every(({ refunded, price }) => refunded === price)).toBe(true)
    }
  })
  await fc.assert(property, { seed: 44, numRuns: sequences, endOnFailure: true })
  expect(soldAgain).toBeGreaterThan(0)
})
