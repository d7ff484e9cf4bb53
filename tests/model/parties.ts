/**
 * Lives of three dates: people buy several seats with money, coupons, vouchers and credit, claim them by link, name children and substitutes, move
 * to other dates or are moved, and give seats up, often two at once. The application is compared with the model after each step.
 */
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import { NewTerms } from '../../contract/terms.ts'
import { enrolments, isActive } from '../../server/domains/enrolments/enrolments.table.ts'
import { countPaid } from '../../server/domains/payments/amounts.ts'
import { attempts, payments } from '../../server/domains/payments/payments.table.ts'
import { makeCoupon } from '../../testing/coupons.ts'
import { intentIn } from '../../testing/paying.ts'
import { makeVoucher } from '../../testing/vouchers.ts'
import type { World } from './lives.ts'
import { at, type Outcome } from './model.ts'
import { type Dated, makeDates, payForMove, predictDates, readDates } from './party-dates.ts'
import {
  countFree,
  DATES,
  hasLink,
  isEnrolled,
  MAIN,
  type PartyModel,
  predictBuy,
  predictGrant,
  type Seat,
  type Turn,
  toShare,
} from './party-model.ts'
import { countDue, listParty, moveByLink, moveOwn, take } from './party-moves.ts'
import { type MEANS, OFFERED, type PartyLife, PEOPLE, type Step } from './party-steps.ts'
import { readOutcome } from './verbs.ts'

/** Lives a life to its end, when no checkout is open and every job has run. */
export async function liveParty(world: World, steps: PartyLife): Promise<void> {
  const { application, admin } = world
  const signIn = () => application.signedIn('student', { emailConfirmed: true })
  const people = await Promise.all(Array.from({ length: PEOPLE }, signIn))
  const body = NewTerms.parse({ name: 'Party', free_days: 14 })
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const dates = await makeDates(application.services.db, termsId)
  const coupon = await makeCoupon(admin)
  const voucher = await makeVoucher(admin, 60)
  const codes = { coupon: coupon.code, voucher: voucher.code }
  const date = new LivedDate(world, people, dates, codes)
  for (const step of steps) await date.take(step)
  await date.comeToRest()
}

type Person = World['admin']

interface Checkout {
  orderId: string
  clientSecret: string | null
  cartId: string
  total: number
}

/** Joins outcomes. A user who is deleted during a call is signed in at its beginning only. */
const showOutcomes = (outcomes: Outcome[]) => outcomes.join().replaceAll('NOT_SIGNED_IN', 'NOT_FOUND')

class LivedDate {
  readonly #world: World
  readonly #people: Person[]
  readonly #dates: Dated[]
  /** The date that people buy. */
  readonly #chosen: Dated
  readonly #codes: { coupon: string; voucher: string }
  #model: PartyModel = { offered: [...OFFERED], people: Array(PEOPLE).fill(true), seats: [], open: new Map() }
  readonly #checkouts = new Map<number, Checkout>()
  /** The ids of each seat of the model, and the tokens of its links by their number. */
  readonly #seats: { id: string; paymentId: string | null; tokens: Map<number, string> }[] = []

  constructor(world: World, people: Person[], dates: Dated[], codes: { coupon: string; voucher: string }) {
    this.#world = world
    this.#people = people
    this.#dates = dates
    this.#chosen = at(dates, MAIN)
    this.#codes = codes
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'buy') await this.#buy(step)
    if (step.do === 'finish') await this.#finish(step.p)
    if (step.do === 'release') await this.#release(step.p)
    if (step.do === 'grant') await this.#grant(step)
    if (step.do === 'giveCredit') await this.#giveCredit(step.p)
    if (step.do === 'turn') await this.#takeAll([step.turn])
    if (step.do === 'race') await this.#takeAll(step.turns)
    if (step.do === 'payMove') await this.#payMove(step)
    if (step.do === 'moveByLink') await this.#moveByLink(step)
    if (step.do === 'runJobs') await this.#runJobs()
    await this.#compare()
  }

  async comeToRest(): Promise<void> {
    for (const p of [...this.#checkouts.keys()]) await (p % 2 === 0 ? this.#finish(p) : this.#release(p))
    await this.#runJobs()
    await this.#compare()
  }

  async #buy({ p, means, ends, ...wanted }: Step & { do: 'buy' }): Promise<void> {
    if (this.#checkouts.has(p)) return
    const student = at(this.#people, p)
    const { id: classId, runId } = this.#chosen
    const expected = predictBuy(this.#model, p, wanted)
    const isSelected = expected === 'OK' || expected === 'SEATS_HELD'
    const body = { classId, runId, seats: wanted.seats, for_others: wanted.isForOthers }
    const isForOthers = isEnrolled(this.#model, p)
    const call = student.call(api.selectClass, { body })
    expect(await readOutcome(call)).toBe(isSelected ? 'OK' : expected)
    if (!isSelected) return
    const { insertedId: cartId } = await call
    const { total, ...started } = await this.#begin(student, cartId, means)
    expect(started.outcome).toBe(expected)
    if (!started.order) return void (await student.call(api.removeCartItem, { params: { id: cartId } }))
    this.#checkouts.set(p, { ...started.order, cartId, total })
    this.#model.open.set(p, { seats: wanted.seats, isForOthers })
    if (ends === 'paid') await this.#finish(p)
    if (ends === 'released') await this.#release(p)
  }

  /** A voucher of which nothing is left is left out. */
  async #begin(student: Person, cartId: string, means: (typeof MEANS)[number]) {
    const { coupon, voucher } = this.#codes
    const isUsed = (one: typeof means) => means === one || means === 'all'
    const wanted = [...(isUsed('coupon') ? [coupon] : []), ...(isUsed('voucher') ? [voucher] : [])]
    const preview = (code: string[]) => {
      const body = { cartIds: [cartId], code, use_credit: isUsed('credit') }
      return student.call(api.previewCheckout, { body }).then((shown) => ({ body, shown }))
    }
    const isSpent = (await readOutcome(preview(wanted))) === 'CODE_INVALID'
    const { body, shown } = await preview(isSpent ? wanted.filter((code) => code !== voucher) : wanted)
    const call = student.call(api.beginCheckout, { body: { ...body, expected_due: shown.due } })
    const outcome = await readOutcome(call)
    return { outcome, total: Math.round(shown.total * 100), order: outcome === 'OK' ? await call : null }
  }

  /** Pays an open checkout. The money of a person who has got another seat by then goes back; what needs no card is refused. */
  async #finish(p: number): Promise<void> {
    const checkout = this.#checkouts.get(p)
    if (!checkout || !at(this.#model.people, p)) return
    const { orderId, clientSecret, total } = checkout
    const student = at(this.#people, p)
    if (clientSecret !== null) expect(await this.#world.provider.confirm(clientSecret)).toBe(200)
    const call =
      clientSecret === null
        ? student.call(api.completeCheckout, { params: { id: orderId } })
        : student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    const { seats = 0, isForOthers = false } = this.#model.open.get(p) ?? {}
    // An enrolment by hand may have used a seat of the person's own hold.
    const buys = (isForOthers || !isEnrolled(this.#model, p)) && countFree(this.#model) >= seats
    const refusal = clientSecret === null ? 'ATTEMPT_CLOSED' : 'MONEY_RETURNED'
    expect(await readOutcome(call)).toBe(buys ? 'OK' : refusal)
    // Nothing was paid, so that the seats stay held.
    if (!buys && clientSecret === null) return this.#release(p)
    this.#model.open.delete(p)
    this.#checkouts.delete(p)
    if (!buys) return
    const bought = await this.#readBought(orderId)
    expect(bought).toHaveLength(seats)
    expect(bought.reduce((sum, { paid }) => sum + paid, 0)).toBe(total)
    for (const seat of bought) this.#add(seat, { buyer: p, student: p, number: seat.number, paid: seat.paid })
  }

  async #readBought(orderId: string) {
    const rows = await this.#world.application.services.db
      .select({ payment: payments, enrolmentId: enrolments.id, number: attempts.seat })
      .from(payments)
      .innerJoin(attempts, eq(attempts.id, payments.attemptId))
      .innerJoin(enrolments, and(eq(enrolments.paymentId, payments.id), isActive))
      .where(eq(attempts.orderId, orderId))
      .orderBy(attempts.seat)
    return rows.map(({ payment, enrolmentId: id, number }) => {
      return { id, paymentId: payment.id, number, paid: countPaid(payment) }
    })
  }

  #add(
    { id, paymentId }: { id: string; paymentId: string | null },
    seat: Pick<Seat, 'buyer' | 'student' | 'number' | 'paid'>,
  ): void {
    const place = { date: MAIN, list: at(DATES, MAIN).listPriceMinor }
    this.#model.seats.push({ ...seat, ...place, guest: null, link: 0, isActive: true, back: 0 })
    this.#seats.push({ id, paymentId, tokens: new Map() })
  }

  async #release(p: number): Promise<void> {
    const checkout = this.#checkouts.get(p)
    if (!checkout || !at(this.#model.people, p)) return
    const student = at(this.#people, p)
    for (const { _id: id } of await student.call(api.listHolds)) await student.call(api.releaseHold, { params: { id } })
    // A seat that they have got in the meantime has removed it.
    const removal = student.call(api.removeCartItem, { params: { id: checkout.cartId } })
    expect(['OK', 'NOT_FOUND']).toContain(await readOutcome(removal))
    this.#model.open.delete(p)
    this.#checkouts.delete(p)
  }

  async #grant({ p, method }: Step & { do: 'grant' }): Promise<void> {
    const { email } = at(this.#people, p).user
    const body = { email, reason: 'At the desk', method, ...(method === 'transfer' && { amount: 30 }) }
    const call = this.#world.admin.call(api.grantEnrolment, { params: { id: this.#chosen.runId }, body })
    const expected = predictGrant(this.#model, p)
    expect(await readOutcome(call)).toBe(expected)
    if (expected !== 'OK') return
    const { insertedId: id } = await call
    const [row] = await this.#world.application.services.db
      .select({ payment: payments })
      .from(enrolments)
      .leftJoin(payments, eq(payments.id, enrolments.paymentId))
      .where(eq(enrolments.id, id))
    const payment = row?.payment ?? null
    expect(payment === null).toBe(method === 'free')
    const paid = payment === null ? 0 : countPaid(payment)
    this.#add({ id, paymentId: payment?.id ?? null }, { buyer: payment && p, student: p, number: 1, paid })
  }

  async #giveCredit(p: number): Promise<void> {
    const body = { amount: 70, reason: 'Sorry' }
    const call = this.#world.admin.call(api.grantCredit, { params: { id: at(this.#people, p).user.id }, body })
    expect(await readOutcome(call)).toBe(at(this.#model.people, p) ? 'OK' : 'NOT_FOUND')
  }

  /** Takes turns at the same moment. Their outcomes are those of one order of them. */
  async #takeAll(drawn: Turn[]): Promise<void> {
    await this.#readLinks()
    const turns = drawn.flatMap((turn) => this.#aim(turn) ?? [])
    // The account that a substitute's address makes again has another id, and no credit goes to one that is deleted.
    const isDeleting = turns.some((turn) => turn.do === 'deleteUser')
    if (isDeleting && turns.some((turn) => turn.do === 'substitute' || turn.do === 'refund')) return
    const isMoving = turns.some((turn) => turn.do === 'move' || turn.do === 'moveByAdmin')
    // A move first ends the checkouts of its student, on its own.
    if (isMoving && turns.length > 1 && (isDeleting || this.#model.open.size > 0)) return
    const outcomes = await Promise.all(turns.map((turn) => readOutcome(this.#act(turn))))
    const orders = [[...turns.keys()], [...turns.keys()].reverse()].map((order) => {
      const model = structuredClone(this.#model)
      const predicted = new Map(order.map((index) => [index, take(model, at(turns, index))]))
      return { model, outcomes: turns.map((_, index) => predicted.get(index) as Outcome) }
    })
    // Who meets a seat that is being moved may have to repeat it.
    if (isMoving && turns.length > 1) orders.push(...this.#predictRepeats(turns))
    const fitting = orders.filter((order) => showOutcomes(order.outcomes) === showOutcomes(outcomes))
    expect(orders.map((order) => showOutcomes(order.outcomes))).toContain(showOutcomes(outcomes))
    const models = await Promise.all(fitting.map(async ({ model }) => ({ model, fits: await this.#fits(model) })))
    this.#model = (models.find(({ fits }) => fits) ?? at(models, 0)).model
    await this.#removeEnded()
  }

  /** Returns the models in which one of the turns did nothing, since it has found no seat. */
  #predictRepeats(turns: Turn[]) {
    return turns.map((_, none) => {
      const model = structuredClone(this.#model)
      const outcomes = turns.map((turn, index) => (index === none ? ('NOT_FOUND' as const) : take(model, turn)))
      return { model, outcomes }
    })
  }

  /** Removes the selections of checkouts that a move has ended. */
  async #removeEnded(): Promise<void> {
    for (const [p, { cartId }] of this.#checkouts) {
      if (this.#model.open.has(p) || !at(this.#model.people, p)) continue
      await readOutcome(at(this.#people, p).call(api.removeCartItem, { params: { id: cartId } }))
      this.#checkouts.delete(p)
    }
  }

  async #payMove({ p, from, to }: Step & { do: 'payMove' }): Promise<void> {
    const [seat] = listParty(this.#model, p, from)
    const dueMinor = seat && from !== to ? countDue(seat, to) : 0
    if (dueMinor === 0) return
    const expected = moveOwn(this.#model, { p, from, to }, 'pays')
    expect(await payForMove(this.#world, at(this.#people, p), this.#dates, { from, to, dueMinor })).toBe(expected)
    await this.#removeEnded()
  }

  async #moveByLink({ seat: drawn, to, all }: Step & { do: 'moveByLink' }): Promise<void> {
    const index = drawn % Math.max(1, this.#model.seats.length)
    const { student = 0, date: from = MAIN } = this.#model.seats[index] ?? {}
    const moved = this.#model.seats.length > 0 ? moveByLink(this.#model, { seat: index, to, all }) : null
    if (!moved) return
    const body = { runId: at(this.#dates, to).runId, seats: all ? 'all' : 'one', difference: 'charge' } as const
    const call = this.#world.admin.call(api.moveStudent, { params: { id: at(this.#seats, index).id }, body })
    expect(await readOutcome(call)).toBe(moved.outcome)
    const move = { from, to, dueMinor: moved.dueMinor }
    if (moved.outcome === 'OK')
      expect(await payForMove(this.#world, at(this.#people, student), this.#dates, move)).toBe('OK')
    await this.#removeEnded()
  }

  /** Points a turn at a seat and a link that exist; null where there is none. */
  #aim(turn: Turn): Turn | null {
    if (turn.do === 'deleteUser' || turn.do === 'move') return turn
    const { seats } = this.#model
    const links = this.#seats.flatMap(({ tokens }, seat) => [...tokens.keys()].map((link) => ({ seat, link })))
    if (turn.do === 'claim') {
      const newestFirst = links.toReversed()
      return links.length === 0 ? null : { ...turn, ...at(newestFirst, (turn.seat + turn.link) % links.length) }
    }
    if (seats.length === 0) return null
    const seat = turn.seat % seats.length
    const { buyer, paid } = at(seats, seat)
    if (turn.do === 'substitute') {
      const { student } = at(seats, seat)
      const by = turn.byBuyer ? (buyer ?? student) : student
      return at(this.#model.people, turn.p) ? { ...turn, seat, by } : null
    }
    if (turn.do === 'moveByAdmin') return { ...turn, seat }
    if (buyer === null) return null
    return turn.do === 'refund' && (paid === 0 || !at(this.#model.people, buyer)) ? null : { ...turn, seat }
  }

  #act(turn: Turn): Promise<unknown> {
    const { admin } = this.#world
    if (turn.do === 'deleteUser')
      return admin.call(api.deleteUser, { params: { id: at(this.#people, turn.p).user.id } })
    if (turn.do === 'move') {
      const params = { id: at(this.#dates, turn.from).runId }
      return at(this.#people, turn.p).call(api.moveEnrolment, {
        params,
        body: { runId: at(this.#dates, turn.to).runId },
      })
    }
    const { id, paymentId, tokens } = at(this.#seats, turn.seat)
    if (turn.do === 'claim')
      return at(this.#people, turn.p).call(api.claimSeat, { body: { token: tokens.get(turn.link) ?? '' } })
    const seat = at(this.#model.seats, turn.seat)
    const buyer = at(this.#people, seat.buyer ?? seat.student)
    const payment = { params: { id: paymentId ?? 'none' } }
    switch (turn.do) {
      case 'moveByAdmin': {
        const difference = turn.waives ? ({ difference: 'waive' } as const) : {}
        const body = { runId: at(this.#dates, turn.to).runId, seats: turn.all ? 'all' : 'one', ...difference } as const
        return admin.call(api.moveStudent, { params: { id }, body })
      }
      case 'withdraw':
        return buyer.call(api.withdrawSeatLink, { params: { id } })
      case 'name':
        return buyer.call(api.nameGuest, { params: { id }, body: { name: turn.child } })
      case 'cancel':
        return buyer.call(api.cancelPayment, payment)
      case 'substitute': {
        const actor = at(this.#people, turn.by ?? seat.student)
        const { email, name } = at(this.#people, turn.p).user
        return actor.call(api.nameSubstitute, { params: { id }, body: { email, name } })
      }
      case 'refund': {
        const amount = toShare(seat, turn.share) / 100
        const keeps = turn.keeps === undefined ? {} : { keep_seat: turn.keeps }
        return admin.call(api.refundPayment, { ...payment, body: { amount, credit: turn.isCredit, ...keeps } })
      }
    }
  }

  /** Reads the links that buyers have now. */
  async #readLinks(): Promise<void> {
    const { seats, people } = this.#model
    const buyers = new Set(seats.flatMap(({ buyer }) => (buyer !== null && at(people, buyer) ? [buyer] : [])))
    for (const buyer of buyers) {
      const listed = await at(this.#people, buyer).call(api.listSeats)
      for (const [index, seat] of seats.entries()) {
        if (seat.buyer !== buyer) continue
        const { id, tokens } = at(this.#seats, index)
        const link = listed.find(({ _id }) => _id === id)?.link ?? null
        expect(link !== null).toBe(hasLink(seat))
        if (link !== null) tokens.set(seat.link, new URL(link).searchParams.get('token') ?? '')
      }
    }
  }

  async #runJobs(): Promise<void> {
    for (let round = 0; round < 2; round++) await this.#world.application.runJobs()
    for (const p of this.#checkouts.keys()) {
      if (at(this.#model.people, p)) continue
      this.#checkouts.delete(p)
      this.#model.open.delete(p)
    }
  }

  #expected(m: PartyModel) {
    const named = {
      seat: (index: number) => at(this.#seats, index).id,
      user: (p: number) => at(this.#people, p).user.id,
    }
    return predictDates(m, named)
  }

  async #fits(m: PartyModel): Promise<boolean> {
    return (
      JSON.stringify(await readDates(this.#world.application.services.db, this.#dates)) ===
      JSON.stringify(this.#expected(m))
    )
  }

  async #compare(): Promise<void> {
    expect(await readDates(this.#world.application.services.db, this.#dates)).toEqual(this.#expected(this.#model))
    for (const { paid, back } of this.#model.seats) expect(back).toBeLessThanOrEqual(paid)
  }
}
