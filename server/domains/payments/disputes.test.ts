import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { readAudit, readSeats, until } from '../../../testing/orders.ts'
import { beginPaying, confirmCard, DISPUTED_CARD, intentIn } from '../../../testing/paying.ts'
import { catchError } from '../../../testing/visitor.ts'
import { charges } from '../../sandbox/card-provider/card-sandbox.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { payments } from './payments.table.ts'
import { reconcile } from './reconcile.ts'
import { handleWebhookEvent } from './webhook-events.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** Lets a student buy a class with a card whose payments are disputed, and waits until we know about the payment and the dispute. */
async function payDisputed() {
  const instructor = await application.signedIn('instructor')
  const chosen = await makeClass(application.services.db, { instructorId: instructor.user.id })
  const student = await application.signedIn('student')
  const { clientSecret } = await beginPaying(student, chosen)
  const intentId = intentIn(clientSecret)
  await confirmCard(student, clientSecret, DISPUTED_CARD)
  await student.call(api.recordPayment, { body: { transactionId: intentId } })
  const read = async () => {
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    if (!payment) throw new Error('There is no payment.')
    return payment
  }
  await until(async () => (await read()).disputed && (await read()).status === 'paid')
  const params = { id: (await read())._id }
  return {
    ...{ instructor, chosen, student, read, intentId },
    cancel: () => student.call(api.cancelPayment, { params }),
    refund: () => admin.call(api.refundPayment, { params }),
    retry: () => admin.call(api.retryRefund, { params }),
    /** Hides the dispute from us, as before its webhook event arrives. */
    hide: () => application.services.db.update(payments).set({ isDisputed: false }).where(eq(payments.id, params.id)),
  }
}

type Disputed = Awaited<ReturnType<typeof payDisputed>>

async function decide({ intentId }: Disputed, evidence: 'winning_evidence' | 'losing_evidence'): Promise<void> {
  const { stripe } = application.sandbox ?? {}
  const [dispute] = (await stripe?.disputes.list({ payment_intent: intentId }))?.data ?? []
  await stripe?.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } })
}

const findDiscrepancies = async ({ read }: Disputed) => {
  const { _id } = await read()
  return (await readAudit(application)).discrepancies.filter(({ id }) => id === _id).map(({ text }) => text)
}

describe('a disputed payment', () => {
  it('can be neither cancelled nor refunded, and the enrolment stays', async () => {
    const disputed = await payDisputed()
    for (const call of [disputed.cancel, disputed.refund]) {
      expect(await catchError(call())).toMatchObject({
        statusCode: 409,
        code: 'PAYMENT_DISPUTED',
        message: expect.stringContaining('bank'),
      })
    }
    expect(await disputed.read()).toMatchObject({ status: 'paid', refund: null, cancel_until: null })
    expect(await readSeats(application, disputed.chosen)).toEqual({ seats: 9, enroll: 1 })
    expect(await findDiscrepancies(disputed)).toEqual([])
  })

  it('can be cancelled and is refunded after the school has won', async () => {
    const disputed = await payDisputed()
    await decide(disputed, 'winning_evidence')
    await until(async () => !(await disputed.read()).disputed)
    expect(await disputed.cancel()).toEqual({ modifiedCount: 1 })
    await application.runJobs()
    expect(await disputed.read()).toMatchObject({ status: 'refunded', refund: { status: 'done' } })
    expect(await findDiscrepancies(disputed)).toEqual([])
  })

  it('can be cancelled after the school has lost, but shows no refund, since the bank has returned the money', async () => {
    const disputed = await payDisputed()
    await decide(disputed, 'losing_evidence')
    await until(async () => !(await disputed.read()).disputed)
    expect(await disputed.cancel()).toEqual({ modifiedCount: 1 })
    await application.runJobs()
    expect(await disputed.read()).toMatchObject({ status: 'paid', refund: { status: 'failed' } })
  })

  it.each(['appeal_needs_response', 'appeal_under_review'] as const)(
    'is disputed again while an appeal is %s',
    async (status) => {
      const disputed = await payDisputed()
      await decide(disputed, 'losing_evidence')
      await until(async () => !(await disputed.read()).disputed)
      await application.services.db
        .update(charges)
        .set({ disputeStatus: status })
        .where(eq(charges.paymentIntent, disputed.intentId))
      const event = { id: `evt_${status}`, type: 'charge.dispute.updated', intentId: disputed.intentId }
      await handleWebhookEvent(application.services, event)
      expect(await disputed.read()).toMatchObject({ disputed: true })
      expect(await catchError(disputed.refund())).toMatchObject({ code: 'PAYMENT_DISPUTED' })
    },
  )

  it('of a withdrawn class is refunded once the dispute has ended', async () => {
    const disputed = await payDisputed()
    await disputed.instructor.call(api.withdrawClass, { params: { id: disputed.chosen.id } })
    await application.runJobs()
    expect(await disputed.read()).toMatchObject({ status: 'paid', refund: null })
    await decide(disputed, 'winning_evidence')
    await until(async () => (await disputed.read()).status === 'refunded')
    expect(await disputed.read()).toMatchObject({ refund: { reason: 'withdrawn' } })
  })

  it('of a withdrawn class whose date was over is not refunded, as the other students of that date are not', async () => {
    const disputed = await payDisputed()
    await application.services.db
      .update(runs)
      .set({ startsAt: Date.now() - 7_200_000, endsAt: Date.now() - 3_600_000 })
      .where(eq(runs.classId, disputed.chosen.id))
    await disputed.instructor.call(api.withdrawClass, { params: { id: disputed.chosen.id } })
    await application.runJobs()
    await decide(disputed, 'winning_evidence')
    await until(async () => !(await disputed.read()).disputed)
    expect(await disputed.read()).toMatchObject({ status: 'paid', refund: null })
    expect(await findDiscrepancies(disputed)).toEqual([])
  })

  it('of a withdrawn class is refunded at the next try, where the refund after the dispute failed', async () => {
    const disputed = await payDisputed()
    const { db } = application.services
    await disputed.instructor.call(api.withdrawClass, { params: { id: disputed.chosen.id } })
    await application.runJobs()
    await db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'on purpose'; end $$`,
    )
    await db.execute(sql`create trigger refuse before insert on payment_refunds for each row execute function refuse()`)
    await decide(disputed, 'winning_evidence')
    await expect(reconcile(application.services)).rejects.toThrow('could not be reconciled')
    await db.execute(sql`drop function refuse cascade`)
    await reconcile(application.services)
    expect(await disputed.read()).toMatchObject({ status: 'refunded', refund: { reason: 'withdrawn' } })
  })

  it('whose closing event is lost is found by the reconciliation', async () => {
    const disputed = await payDisputed()
    await application.services.db
      .update(payments)
      .set({ isDisputed: true })
      .where(eq(payments.id, (await disputed.read())._id))
    await decide(disputed, 'winning_evidence')
    await reconcile(application.services)
    expect(await disputed.read()).toMatchObject({ disputed: false })
  })
})

describe('a refund that the provider refuses', () => {
  it('shows as failed, and the payment as paid until another refund succeeds', async () => {
    const disputed = await payDisputed()
    await disputed.hide()
    expect(await disputed.cancel()).toEqual({ modifiedCount: 1 })
    expect(await disputed.read()).toMatchObject({ status: 'refunded', refund: { status: 'queued' } })
    await application.runJobs()
    expect(await disputed.read()).toMatchObject({ status: 'paid', refund: { status: 'failed' }, cancel_until: null })
    expect(await readSeats(application, disputed.chosen)).toEqual({ seats: 10, enroll: 0 })
    expect(await findDiscrepancies(disputed)).toEqual([expect.stringMatching(/^its refund failed: .*charged back/)])
    expect((await admin.call(api.listIncidents)).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/could not refund this payment .*charged back/),
    )

    expect(await disputed.cancel()).toEqual({ modifiedCount: 0 })
    await decide(disputed, 'winning_evidence')
    await until(async () => !(await disputed.read()).disputed)
    expect(await disputed.retry()).toEqual({ modifiedCount: 1 })
    expect(await disputed.read()).toMatchObject({ status: 'refunded', refund: { status: 'queued' } })
    await application.runJobs()
    expect(await disputed.read()).toMatchObject({ status: 'refunded', refund: { status: 'done' } })
    expect(await findDiscrepancies(disputed)).toEqual([])
  })

  it('is not retried while the payment is disputed', async () => {
    const disputed = await payDisputed()
    await disputed.hide()
    await disputed.cancel()
    await application.runJobs()
    await application.services.db
      .update(payments)
      .set({ isDisputed: true })
      .where(eq(payments.transactionId, disputed.intentId))
    expect(await catchError(disputed.retry())).toMatchObject({ code: 'PAYMENT_DISPUTED' })
    expect(await disputed.read()).toMatchObject({ status: 'paid', refund: { status: 'failed' } })
  })

  it('counts as done when an admin refunds at the provider instead', async () => {
    const disputed = await payDisputed()
    await disputed.hide()
    await disputed.cancel()
    await application.runJobs()
    await decide(disputed, 'winning_evidence')
    await application.sandbox?.stripe.refunds.create({ payment_intent: disputed.intentId })
    await until(async () => (await disputed.read()).refund?.status === 'done')
    expect(await disputed.read()).toMatchObject({ status: 'refunded' })
    expect(await findDiscrepancies(disputed)).toEqual([])
  })
})
