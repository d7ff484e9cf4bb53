import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { type MadeClass, makeClass } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { breakRecords, readAudit, refuseWebhookEvents } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { audit } from './audit.ts'
import { attempts, payments, refunds } from './payments.table.ts'

const application = openForThisFile()
let chosen: MadeClass
let id: string
let student: Awaited<ReturnType<TestApplication['signedIn']>>

/** Earlier tests leave broken rows. Each test checks the new findings only. */
let earlier: string[]
const findNew = async (list: 'discrepancies' | 'inProgress') =>
  (await readAudit(application))[list]
    .map((one) => `${one.kind} ${one.id} ${one.text}`)
    .filter((one) => !earlier.includes(one))

beforeEach(async () => {
  student = await application.signedIn('student')
  chosen = await makeClass(application.services.db, { seats: 5 })
  const transactionId = await buy(student, chosen)
  const [payment] = await application.services.db
    .select()
    .from(payments)
    .where(eq(payments.transactionId, transactionId))
  id = payment?.id ?? ''
  const { discrepancies, inProgress } = await readAudit(application)
  earlier = [...discrepancies, ...inProgress].map((one) => `${one.kind} ${one.id} ${one.text}`)
})

describe('the audit', () => {
  it('adds up captures, refunds and payments', async () => {
    const before = (await audit(application.services)).sums[0]
    await buy(student, await makeClass(application.services.db, { listPriceMinor: 10_000 }))
    await student.call(api.cancelPayment, { params: { id } })
    await application.runJobs()
    const after = (await audit(application.services)).sums[0]
    expect(after).toEqual({
      currency: 'usd',
      capturedMinor: (before?.capturedMinor ?? 0) + 10_000,
      refundedMinor: (before?.refundedMinor ?? 0) + 4999,
      paidMinor: (before?.paidMinor ?? 0) + 10_000 - 4999,
    })
  })

  it('finds a run whose seats and enrolments do not add up to the seats offered', async () => {
    await application.services.db.update(runs).set({ seats: 5, offered: 6 }).where(eq(runs.id, chosen.runId))
    await application.services.db.delete(enrolments).where(eq(enrolments.paymentId, id))
    await application.services.db.update(payments).set({ status: 'paid' }).where(eq(payments.id, id))
    expect(await findNew('discrepancies')).toEqual([
      `run ${chosen.runId} 5 free seats, 0 held (0 counted) and 0 enrolments (1 counted) of 6 seats offered`,
      `payment ${id} paid, without an enrolment`,
    ])
  })

  it('finds a run whose held seats are not those of its checkouts, or are more than it has', async () => {
    const { db } = application.services
    await db.update(runs).set({ held: 1 }).where(eq(runs.id, chosen.runId))
    const counts = (free: number, held: number, counted: number, all: number) =>
      `run ${chosen.runId} ${free} free seats, ${held} held (${counted} counted) and 1 enrolment (1 counted) of ${all} seats offered`
    expect(await findNew('discrepancies')).toEqual([counts(3, 0, 1, 5)])
    await db.update(runs).set({ held: 0 }).where(eq(runs.id, chosen.runId))
    await beginPaying(await application.signedIn('student'), chosen)
    expect(await findNew('discrepancies')).toEqual([])
    await db.update(runs).set({ seats: 0, offered: 1 }).where(eq(runs.id, chosen.runId))
    expect(await findNew('discrepancies')).toEqual([counts(-1, 1, 1, 1).replace('of 1 seats', 'of 1 seat')])
  })

  it.each([
    ['is refunded without a refund', { status: 'refunded' }, /but still enrolled.*with no refund/s],
    ['has another sum of refunds', { refundedMinor: 100 }, /\$1\.00 refunded \(its refunds come to \$0\.00\)/],
    ['is unknown to the provider', { transactionId: 'pi_none' }, /unknown to the provider/],
  ] as const)('finds a payment that %s', async (_, broken, expected) => {
    await application.services.db.update(payments).set(broken).where(eq(payments.id, id))
    if ('transactionId' in broken) {
      await application.services.db.update(attempts).set({ intentId: 'pi_none' }).where(eq(attempts.classId, chosen.id))
    }
    expect((await findNew('discrepancies')).join('\n')).toMatch(expected)
  })

  it('finds a payment that has another amount', async () => {
    await breakRecords(application, sql`update payments set amount_paid_minor = 5000 where id = ${id}`)
    expect(await findNew('discrepancies')).toEqual([
      `payment ${id} $50.00 paid, $0.00 refunded; in the ledger $49.99 received, $0.00 refunded, $49.99 sold, $0.00 due`,
      `payment ${id} $50.00 recorded; $49.99 captured, $0.00 refunded`,
    ])
  })

  it('finds captured money without a payment', async () => {
    const { clientSecret } = await beginPaying(
      await application.signedIn('student'),
      await makeClass(application.services.db),
    )
    const intentId = intentIn(clientSecret)
    const isOwn = eq(attempts.intentId, intentId)
    await application.services.db.update(attempts).set({ intentId: 'pi_lost' }).where(isOwn)
    await confirmCard(student, clientSecret)
    expect(await findNew('discrepancies')).toEqual([
      `intent ${intentId} $49.99 captured, $0.00 refunded, without a payment`,
    ])
  })

  it('finds money that was refunded at the provider', async () => {
    refuseWebhookEvents(application)
    const [payment] = await application.services.db.select().from(payments).where(eq(payments.id, id))
    await application.services.db.execute(sql`delete from card_sandbox.events`)
    const { stripe } = application.sandbox ?? {}
    await stripe?.refunds.create({ payment_intent: payment?.transactionId ?? '', amount: 100 })
    expect((await findNew('discrepancies')).join()).toMatch(/\$49\.99 captured, \$1\.00 refunded/)
  })

  it('reports the work of queued jobs as under way until it is done', async () => {
    await student.call(api.cancelPayment, { params: { id } })
    expect([await findNew('discrepancies'), await findNew('inProgress')]).toEqual([
      [],
      [`payment ${id} its refund is queued`],
    ])
    await application.runJobs()
    expect([await findNew('discrepancies'), await findNew('inProgress')]).toEqual([[], []])
    await application.services.db
      .update(refunds)
      .set({ status: 'failed', problem: 'lost_or_stolen_card' })
      .where(eq(refunds.paymentId, id))
    expect(await findNew('discrepancies')).toEqual([
      `payment ${id} refunded, with no refund`,
      `payment ${id} its refund failed: lost_or_stolen_card`,
      `payment ${id} refunded, $0.00 to refund; $49.99 captured, $49.99 refunded`,
    ])
  })

  it('ignores intents of other systems on the same account', async () => {
    const { stripe } = application.sandbox ?? {}
    const other = await stripe?.paymentIntents.create({ amount: 700, currency: 'usd' })
    await confirmCard(student, other?.client_secret ?? '')
    expect(await findNew('discrepancies')).toEqual([])
  })
})
