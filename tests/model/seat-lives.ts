/**
 * Lives of one seat in a class with three dates, of which the school cancels some: its student moves to dearer and cheaper dates, chooses another date,
 * credit or money, often two at once, while admins refund parts. The application is compared with the model after each step.
 */
import { and, asc, eq, inArray, or } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import type { StartedMove } from '../../contract/moves.ts'
import { DAY_MS } from '../../contract/values/day.ts'
import { maximumCharge, minimumCharge, readAmountStep, toMajor } from '../../contract/values/money.ts'
import { makeClass, makeRun } from '../../demo/factories.ts'
import { runs } from '../../server/domains/classes/runs/runs.table.ts'
import { enrolments } from '../../server/domains/enrolments/enrolments.table.ts'
import { cancellationChoices } from '../../server/domains/payments/choices.table.ts'
import { endOverdue } from '../../server/domains/payments/choices.ts'
import { payments, refunds } from '../../server/domains/payments/payments.table.ts'
import { beginPaying, intentIn } from '../../testing/paying.ts'
import type { World } from './lives.ts'
import { at } from './model.ts'
import { countDue, DATES, type SeatModel, type Turn, take } from './seat-model.ts'
import { readOutcome } from './verbs.ts'

/** Days in which students choose. */
export const CHOICE_DAYS = 7

/** One turn, or two at the same moment. `share` is the ten-thousandth part of the price, in place of an amount. */
type Drawn = (Turn & { share?: number })[]

export interface SeatLife {
  prices: number[]
  steps: Drawn[]
}

/** Generates lives with small and large prices of a currency, a cheaper and a dearer date, whose differences a card can pay. */
export function anySeatLife(currency: string): fc.Arbitrary<SeatLife> {
  const [least, most, step] = [minimumCharge(currency), maximumCharge(currency), readAmountStep(currency)]
  const floor = (minor: number) => minor - (minor % step)
  const lowest = Math.ceil(least / step) * step
  const [small, large] = [2 * lowest, floor(most * 0.6)]
  const between = (low: number, high: number) =>
    fc.integer({ min: Math.ceil(low / step), max: Math.floor(high / step) }).map((n) => n * step)
  const price = fc.oneof(fc.constantFrom(small, small + step, large), between(small, Math.min(large, 100 * small)))
  const prices = price.map((minor) => [minor, floor(minor / 2), floor(minor + Math.max(lowest, minor / 3))])
  const steps = fc.array(anySteps(), { minLength: 2, maxLength: 5, size: 'max' }).map((parts) => parts.flat())
  return fc.record({ prices, steps })
}

/** The date of the place. */
const OWN = -1

/** Generates a step, or the cancellation of the date of the place with what follows. */
function anySteps(): fc.Arbitrary<Drawn[]> {
  const date = fc.nat({ max: DATES - 1 })
  const share = fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.constantFrom(3_333, 9_999, 10_000, 10_001))
  const facts = { share, minor: fc.constant(0), isCredit: fc.boolean(), keeps: fc.constantFrom(undefined, true, true) }
  const refund = fc.record({ do: fc.constant('refund' as const), ...facts })
  const cancelDate = fc.record({ do: fc.constant('cancelDate' as const), date })
  const cancelOwn = fc.constant({ do: 'cancelDate' as const, date: OWN })
  const [choosing, of] = [fc.constant('choose' as const), date]
  const [toDate, back] = [fc.constant('date' as const), fc.constantFrom('credit' as const, 'money' as const)]
  const choose = fc.oneof<fc.MaybeWeightedArbitrary<Turn>[]>(
    { weight: 3, arbitrary: fc.record({ do: choosing, of, choice: toDate, to: date }) },
    { weight: 1, arbitrary: fc.record({ do: choosing, of, choice: back, to: fc.constant(null) }) },
  )
  const simple = fc.record({ do: fc.constantFrom('cancel' as const, 'endOverdue' as const) })
  const other = fc.oneof<fc.Arbitrary<Drawn[number]>[]>(choose, choose, refund, cancelDate, simple)
  const move = fc.tuple(fc.record({ do: fc.constant('move' as const), date }))
  const choosings = fc.oneof<fc.Arbitrary<Drawn>[]>(fc.tuple(choose), fc.tuple(choose, other))
  return fc.oneof<fc.MaybeWeightedArbitrary<Drawn[]>[]>(
    { weight: 4, arbitrary: fc.tuple(fc.tuple(cancelOwn), choosings) },
    { weight: 2, arbitrary: fc.tuple(fc.tuple(cancelOwn), fc.tuple(refund), choosings) },
    { weight: 3, arbitrary: fc.tuple(fc.tuple(refund, cancelOwn), choosings) },
    { weight: 5, arbitrary: fc.tuple(move) },
    { weight: 2, arbitrary: fc.tuple(fc.tuple(refund)) },
    { weight: 1, arbitrary: fc.tuple(fc.oneof(choosings, fc.tuple(cancelDate), fc.tuple(simple))) },
  )
}

/** Lives a life to its end: the time of every choice is over, and every job has run. */
export async function liveSeat(world: World, { prices, steps }: SeatLife): Promise<void> {
  const { application, provider, currency } = world
  const { db } = application.services
  const student = await application.signedIn('student', { emailConfirmed: true })
  const chosen = await makeClass(db, { listPriceMinor: at(prices, 0) })
  const dates = await Promise.all(prices.map((listPriceMinor) => makeRun(db, chosen.id, { listPriceMinor })))
  await db.delete(runs).where(eq(runs.id, chosen.runId))
  const runIds = dates.map(({ id }) => id)
  const { clientSecret } = await beginPaying(student, { ...chosen, runId: at(runIds, 0) }, currency)
  expect(await provider.confirm(clientSecret)).toBe(200)
  const body = { transactionId: intentIn(clientSecret) }
  const { paymentResult } = await student.call(api.recordPayment, { body })
  const seat = new LivedSeat(world, student, { runIds, prices, paymentId: paymentResult.insertedId })
  for (const step of steps) await seat.take(step)
  await seat.comeToRest()
}

const MAX_ROUNDS = 3

/** Values that are compared with the model. */
interface Seen {
  paid: number
  refunded: number
  credited: number
  /** The date and the list price. */
  place: (number | null)[] | null
  /** The rest, the choice and its date, by the canceled date. */
  choices: (unknown[] | null)[]
  /** Enrolled and held seats of each date, and whether it is canceled. */
  runs: unknown[][]
}

class LivedSeat {
  readonly #world: World
  readonly #student: World['admin']
  readonly #runIds: string[]
  readonly #paymentId: string
  #model: SeatModel

  constructor(
    world: World,
    student: World['admin'],
    { runIds, prices, paymentId }: { runIds: string[]; prices: number[]; paymentId: string },
  ) {
    this.#world = world
    this.#student = student
    this.#runIds = runIds
    this.#paymentId = paymentId
    const paid = at(prices, 0)
    this.#model = {
      ...{ prices, isCanceled: prices.map(() => false), choices: prices.map(() => null) },
      ...{ paid, refunded: 0, credited: 0, hasSeat: true, date: 0, list: paid },
    }
  }

  /** Takes turns at the same moment. What they do is that of one order of them. */
  async take(drawn: Drawn): Promise<void> {
    const turns = drawn.map((turn) => this.#aim(turn))
    // The place is in that date already.
    if (turns.some((turn) => turn.do === 'move' && turn.date === this.#model.date)) return
    const orders = [[...turns.keys()], [...turns.keys()].reverse()].map((order) => {
      const model = structuredClone(this.#model)
      const predicted = new Map(order.map((index) => [index, take(model, at(turns, index))]))
      return { model, outcomes: turns.map((_, index) => predicted.get(index)) }
    })
    const outcomes = await Promise.all(turns.map((turn) => readOutcome(this.#act(turn))))
    // They end the places of the date.
    if (turns.some((turn) => turn.do === 'cancelDate')) await this.#world.application.runJobs()
    expect(orders.map((order) => order.outcomes)).toContainEqual(outcomes)
    const seen = await this.#read()
    const fitting = orders.filter((order) => `${order.outcomes}` === `${outcomes}`).map(({ model }) => model)
    expect(fitting.map((model) => this.#predict(model))).toContainEqual(seen)
    this.#model = at(
      fitting,
      fitting.findIndex((model) => JSON.stringify(this.#predict(model)) === JSON.stringify(seen)),
    )
  }

  async comeToRest(): Promise<void> {
    await this.take([{ do: 'endOverdue' }])
    const { application, currency } = this.#world
    const { db, cards } = application.services
    const paid = await this.#readPayments()
    const ids = paid.map(({ id }) => id)
    const isQueued = and(inArray(refunds.paymentId, ids), eq(refunds.status, 'queued'))
    for (let round = 0; round < MAX_ROUNDS && (await db.$count(refunds, isQueued)) > 0; round++)
      await application.runJobs()
    const intents = await Promise.all(paid.map(({ transactionId }) => cards.getIntent(transactionId)))
    const { paid: paidMinor, refunded, credited } = this.#model
    expect(intents.reduce((sum, intent) => sum + (intent?.refundedMinor ?? 0), 0)).toBe(refunded)
    expect(intents.reduce((sum, intent) => sum + (intent?.amountMinor ?? 0), 0)).toBe(paidMinor)
    expect((await this.#student.call(api.getCredit)).balance).toBe(toMajor(credited, currency))
  }

  /** Rounds the part of an amount to what a card takes, and points a turn at the date of the place, or the choice that is open. */
  #aim({ share = 0, ...turn }: Drawn[number]): Turn {
    const step = readAmountStep(this.#world.currency)
    if (turn.do === 'refund') {
      const part = Number((BigInt(this.#model.paid) * BigInt(share)) / 10_000n)
      return { ...turn, minor: Math.max(step, part - (part % step)) }
    }
    if (turn.do === 'cancelDate' && turn.date === OWN) return { ...turn, date: this.#model.date }
    const open = this.#model.choices.findLastIndex((choice) => choice?.made === null)
    return turn.do === 'choose' && open >= 0 ? { ...turn, of: open } : turn
  }

  async #act(turn: Turn): Promise<unknown> {
    const { application, admin, currency } = this.#world
    const [student, id] = [this.#student, this.#paymentId]
    if (turn.do === 'refund') {
      const { minor, isCredit: credit, keeps } = turn
      const body = { amount: toMajor(minor, currency), credit, ...(keeps !== undefined && { keep_seat: keeps }) }
      return admin.call(api.refundPayment, { params: { id }, body })
    }
    if (turn.do === 'cancel') return student.call(api.cancelPayment, { params: { id } })
    if (turn.do === 'move') return this.#move(turn.date)
    if (turn.do === 'cancelDate') return admin.call(api.cancelRun, { params: { id: at(this.#runIds, turn.date) } })
    if (turn.do !== 'choose') return endOverdue(application.services, Date.now() + (CHOICE_DAYS + 1) * DAY_MS)
    const to = turn.to === null ? {} : { runId: at(this.#runIds, turn.to) }
    const params = { id: at(this.#runIds, turn.of) }
    return student.call(api.chooseForRun, { params, body: { choice: turn.choice, ...to } })
  }

  async #move(date: number): Promise<void> {
    const [student, { currency, provider }] = [this.#student, this.#world]
    const due = countDue(this.#model, date)
    const body = { runId: at(this.#runIds, date), ...(due > 0 && { expected_due: toMajor(due, currency) }) }
    const params = { id: at(this.#runIds, this.#model.date) }
    const started = (await student.call(api.moveEnrolment, { params, body })) as Partial<StartedMove>
    if (due === 0) return
    expect(await provider.confirm(started.clientSecret ?? '')).toBe(200)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(started.clientSecret ?? '') } })
  }

  #readPayments() {
    const isOfSeat = or(eq(payments.id, this.#paymentId), eq(payments.seatPaymentId, this.#paymentId))
    return this.#world.application.services.db.select().from(payments).where(isOfSeat)
  }

  /** Reads what the model predicts. */
  async #read(): Promise<Seen> {
    const { db } = this.#world.application.services
    const paid = await this.#readPayments()
    const sum = (column: 'amountPaidMinor' | 'refundedMinor' | 'creditedMinor') =>
      paid.reduce((total, payment) => total + payment[column], 0)
    const [enrolment] = await db.select().from(enrolments).where(eq(enrolments.paymentId, this.#paymentId))
    const rows = await db
      .select()
      .from(cancellationChoices)
      .where(eq(cancellationChoices.paymentId, this.#paymentId))
      .orderBy(asc(cancellationChoices.createdAt))
    const all = await db.select().from(runs).where(inArray(runs.id, this.#runIds))
    const isActive = enrolment?.endedAt === null
    return {
      ...{ paid: sum('amountPaidMinor'), refunded: sum('refundedMinor'), credited: sum('creditedMinor') },
      place: isActive ? [this.#runIds.indexOf(enrolment.runId), enrolment.listPriceMinor] : null,
      choices: this.#runIds.map((id) => {
        const row = rows.find(({ runId }) => runId === id)
        return row ? [row.leftMinor, row.choice, row.toRunId && this.#runIds.indexOf(row.toRunId)] : null
      }),
      runs: this.#runIds.map((id) => {
        const run = all.find((one) => one.id === id)
        return [run?.enroll, run?.held, run?.canceledAt !== null]
      }),
    }
  }

  #predict(m: SeatModel): Seen {
    const { paid, refunded, credited, hasSeat, date, list } = m
    return {
      ...{ paid, refunded, credited, place: hasSeat ? [date, list] : null },
      choices: m.choices.map((choice) => choice && [choice.leftMinor, choice.made, choice.to]),
      runs: m.isCanceled.map((isCanceled, index) => [hasSeat && date === index ? 1 : 0, 0, isCanceled]),
    }
  }
}
