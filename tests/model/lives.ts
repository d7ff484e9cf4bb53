/**
 * Lives of one payment: refunds of parts by admins in money or as credit, with the seat or without it, two at once, those of its student and those
 * made at the provider, whose events may come late. What the application says is compared with a model that adds up a few numbers.
 */
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import { maximumCharge, minimumCharge, readAmountStep, toMajor, toProviderAmount } from '../../contract/values/money.ts'
import { makeClass } from '../../demo/factories.ts'
import { enrolments, isActive } from '../../server/domains/enrolments/enrolments.table.ts'
import { payments, refunds } from '../../server/domains/payments/payments.table.ts'
import { handleWebhookEvent } from '../../server/domains/payments/webhook-events.ts'
import type { TestApplication } from '../../testing/application.ts'
import type { FakeStripe } from '../../testing/fake-stripe.ts'
import { beginPaying, intentIn } from '../../testing/paying.ts'
import { readOutcome } from './verbs.ts'

type Step =
  /** A refund by an admin, or two at once; `keeps` is left out where the application decides. `share` is the ten-thousandth part of the price. */
  | { do: 'refund' | 'refundTwice' | 'giveCredit'; share: number; keeps: boolean | undefined }
  | { do: 'refundRest'; keeps: boolean | undefined }
  | { do: 'refundAtProvider'; share: number }
  | { do: 'cancel' | 'notify' | 'runJobs' }

export interface Life {
  priceMinor: number
  steps: Step[]
}

/** Generates lives with small, ordinary and large prices of a currency. */
export function anyLife(currency: string): fc.Arbitrary<Life> {
  const [least, most, step] = [minimumCharge(currency), maximumCharge(currency), readAmountStep(currency)]
  const between = (low: number, high: number) => fc.integer({ min: low / step, max: high / step }).map((n) => n * step)
  const [lowest, highest] = [Math.ceil(least / step) * step, Math.floor(most / step) * step]
  const priceMinor = fc.oneof(
    fc.constantFrom(lowest, lowest + step, highest),
    between(lowest, Math.min(highest, 100 * lowest)),
    between(lowest, highest),
  )
  // A part, the smallest amount, nearly all, and more than all.
  const share = fc.oneof(fc.integer({ min: 0, max: 6_000 }), fc.constantFrom(0, 3_333, 9_999, 10_000, 10_001))
  const keeps = fc.constantFrom(undefined, true, false)
  const steps: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('refund' as const), share, keeps }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('refundTwice' as const), share, keeps }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('giveCredit' as const), share, keeps }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('refundRest' as const), keeps }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('refundAtProvider' as const), share }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('cancel', 'notify', 'runJobs', 'runJobs') }) },
  )
  return fc.record({ priceMinor, steps: fc.array(steps, { minLength: 1, maxLength: 7 }) })
}

/** The numbers of a payment, in minor units. */
interface Model {
  paid: number
  /** By the application. */
  refunded: number
  credited: number
  /** Made at the provider. From the first one on, the provider's events decide the rest. */
  madeAtProvider: number
  hasSeat: boolean
  /** True if someone has ended the seat. */
  isEnded: boolean
}

export interface World {
  application: TestApplication
  provider: FakeStripe
  admin: Awaited<ReturnType<TestApplication['signedIn']>>
  currency: string
}

/** Lives a life to its end: the provider has sent all events, and every job has run. */
export async function live(world: World, { priceMinor, steps }: Life): Promise<void> {
  const { application, provider, currency } = world
  const student = await application.signedIn('student')
  const chosen = await makeClass(application.services.db, { listPriceMinor: priceMinor })
  const { clientSecret } = await beginPaying(student, chosen, currency)
  const transactionId = intentIn(clientSecret)
  expect(await provider.confirm(clientSecret)).toBe(200)
  const { paymentResult } = await student.call(api.recordPayment, { body: { transactionId } })
  const payment = new LivedPayment(world, student, { id: paymentResult.insertedId, transactionId, priceMinor })
  for (const step of steps) await payment.take(step)
  await payment.comeToRest()
}

type Student = World['admin']

const MAX_ROUNDS = 3

class LivedPayment {
  readonly #world: World
  readonly #student: Student
  readonly #id: string
  readonly #transactionId: string
  readonly #model: Model
  #events = 0

  constructor(world: World, student: Student, bought: { id: string; transactionId: string; priceMinor: number }) {
    this.#world = world
    this.#student = student
    this.#id = bought.id
    this.#transactionId = bought.transactionId
    this.#model = {
      paid: bought.priceMinor,
      refunded: 0,
      credited: 0,
      madeAtProvider: 0,
      hasSeat: true,
      isEnded: false,
    }
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'refund') await this.#refund(step, 1)
    if (step.do === 'refundTwice') await this.#refund(step, 2)
    if (step.do === 'giveCredit') await this.#giveCredit(step)
    if (step.do === 'refundRest') await this.#refundRest(step.keeps)
    if (step.do === 'refundAtProvider') await this.#refundAtProvider(this.#toAmount(step.share))
    if (step.do === 'cancel') await this.#cancel()
    if (step.do === 'notify') await this.#notify()
    if (step.do === 'runJobs') await this.#world.application.runJobs()
    await this.#compare()
  }

  async comeToRest(): Promise<void> {
    await this.#notify()
    const isQueued = and(eq(refunds.paymentId, this.#id), eq(refunds.status, 'queued'))
    // A refund that was shortened is sent by another job.
    for (
      let round = 0;
      round < MAX_ROUNDS && (await this.#world.application.services.db.$count(refunds, isQueued)) > 0;
      round++
    )
      await this.#world.application.runJobs()
    await this.#notify()
    await this.#compare()
    const { application, currency } = this.#world
    const intent = await application.services.cards.getIntent(this.#transactionId)
    expect(intent?.refundedMinor).toBe(this.#model.refunded)
    const [payment] = await this.#student.call(api.listPayments, { query: { email: this.#student.user.email } })
    expect(payment).toMatchObject({
      price: toMajor(this.#model.paid, currency),
      refunded: toMajor(this.#model.refunded, currency),
      credited: toMajor(this.#model.credited, currency),
    })
    const { refunded, credited, hasSeat } = this.#model
    expect(payment?.status === 'refunded').toBe(refunded + credited > 0 && !hasSeat)
  }

  /** Rounds to what a card takes; the smallest amount for 0. */
  #toAmount(share: number): number {
    const step = readAmountStep(this.#world.currency)
    const part = Number((BigInt(this.#model.paid) * BigInt(share)) / 10_000n)
    return Math.max(step, part - (part % step))
  }

  /** Refunds an amount, once or several times at the same moment. */
  async #refund(
    { share, keeps, isCredit = false }: { share: number; keeps: boolean | undefined; isCredit?: boolean },
    times: number,
  ): Promise<void> {
    const { admin, currency } = this.#world
    const minor = this.#toAmount(share)
    const body = {
      amount: toMajor(minor, currency),
      credit: isCredit,
      ...(keeps !== undefined && { keep_seat: keeps }),
    }
    const params = { id: this.#id }
    const calls = Array.from({ length: times }, () => readOutcome(admin.call(api.refundPayment, { params, body })))
    const model = this.#model
    const expected: string[] = []
    for (const _ of calls) {
      const left = this.#countLeft()
      expected.push(minor > left ? 'REFUND_TOO_LARGE' : 'OK')
      if (minor > left) continue
      if (!(keeps ?? minor < left)) this.#endSeat()
      model[isCredit ? 'credited' : 'refunded'] += minor
    }
    expect((await Promise.all(calls)).sort()).toEqual(expected.sort())
  }

  /** Credit for money that the provider has returned before its event came would be given twice. The audit finds that. */
  async #giveCredit(step: { share: number; keeps: boolean | undefined }): Promise<void> {
    await this.#notify()
    await this.#compare()
    await this.#refund({ ...step, isCredit: true }, 1)
  }

  #countLeft(): number {
    return this.#model.paid - this.#model.refunded - this.#model.credited
  }

  async #refundRest(keeps: boolean | undefined): Promise<void> {
    const body = keeps === undefined ? {} : { keep_seat: keeps }
    const call = this.#world.admin.call(api.refundPayment, { params: { id: this.#id }, body })
    const model = this.#model
    const isDone = this.#countLeft() > 0 || (model.hasSeat && !keeps)
    expect(await call).toEqual({ modifiedCount: isDone ? 1 : 0 })
    if (!keeps) this.#endSeat()
    model.refunded += this.#countLeft()
  }

  async #cancel(): Promise<void> {
    const call = this.#student.call(api.cancelPayment, { params: { id: this.#id } })
    const { hasSeat } = this.#model
    expect(await call).toEqual({ modifiedCount: hasSeat ? 1 : 0 })
    if (hasSeat) this.#model.refunded += this.#countLeft()
    this.#endSeat()
  }

  #endSeat(): void {
    this.#model.hasSeat = false
    this.#model.isEnded = true
  }

  /** As much as the provider has left, without what was given as credit. */
  async #refundAtProvider(wanted: number): Promise<void> {
    const { application, provider, currency } = this.#world
    const intent = await application.services.cards.getIntent(this.#transactionId)
    const { paid, credited } = this.#model
    const minor = Math.min(wanted, paid - credited - (intent?.refundedMinor ?? 0))
    if (minor <= 0) return
    const amount = toProviderAmount(minor, currency)
    await provider.stripe.refunds.create({ payment_intent: this.#transactionId, amount })
    this.#model.madeAtProvider += minor
  }

  /** Handles an event about the refunds of the payment. */
  async #notify(): Promise<void> {
    const event = { id: `evt_${this.#transactionId}_${this.#events++}`, type: 'charge.refunded' }
    await handleWebhookEvent(this.#world.application.services, { ...event, intentId: this.#transactionId })
  }

  /**
   * Compares the payment with the model. A refund at the provider adds to ours or takes the place of those that wait, and ends the seat where
   * it leaves nothing; within these bounds the model takes over what the application says.
   */
  async #compare(): Promise<void> {
    const { db } = this.#world.application.services
    const model = this.#model
    const [row] = await db.select().from(payments).where(eq(payments.id, this.#id))
    const refunded = row?.refundedMinor ?? Number.NaN
    const hasSeat = (await db.$count(enrolments, and(eq(enrolments.paymentId, this.#id), isActive))) > 0
    expect(refunded).toBeGreaterThanOrEqual(model.refunded)
    expect(refunded).toBeLessThanOrEqual(Math.min(model.paid - model.credited, model.refunded + model.madeAtProvider))
    expect(row?.creditedMinor).toBe(model.credited)
    if (model.madeAtProvider === 0 || model.isEnded || refunded + model.credited < model.paid)
      expect(hasSeat).toBe(model.hasSeat)
    Object.assign(model, { refunded, hasSeat })
  }
}
