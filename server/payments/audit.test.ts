import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/classes/classes.table.ts'
import { type ClassRow, makeClass } from '../../demo/factories.ts'
import { booksOf } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { audit } from './audit.ts'
import { attempts, enrolments, payments, refunds } from './payments.table.ts'

let school: TestSchool
let chosen: ClassRow
let id: string
let student: Awaited<ReturnType<TestSchool['signedIn']>>
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

/** Whatever a test has broken is left behind; each looks at what is new. */
let known: string[]
const says = async (list: 'differences' | 'underWay') =>
  (await booksOf(school))[list].map((one) => `${one.of} ${one.id} ${one.says}`).filter((one) => !known.includes(one))

beforeEach(async () => {
  student = await school.signedIn('student')
  chosen = await makeClass(school.parts.db, { seats: 5 })
  const transactionId = await buy(student, chosen)
  const [payment] = await school.parts.db.select().from(payments).where(eq(payments.transactionId, transactionId))
  id = payment?.id ?? ''
  const { differences, underWay } = await booksOf(school)
  known = [...differences, ...underWay].map((one) => `${one.of} ${one.id} ${one.says}`)
})

describe('the audit', () => {
  it('adds up what was captured and sent back, and what payments stand for it', async () => {
    const before = (await audit(school.parts)).sums[0]
    await buy(student, await makeClass(school.parts.db, { priceMinor: 10_000 }))
    await student.call(api.cancelPayment, { params: { id } })
    await school.work()
    const after = (await audit(school.parts)).sums[0]
    expect(after).toEqual({
      currency: 'usd',
      capturedMinor: (before?.capturedMinor ?? 0) + 10_000,
      refundedMinor: (before?.refundedMinor ?? 0) + 4999,
      paidMinor: (before?.paidMinor ?? 0) + 10_000 - 4999,
    })
  })

  it('finds a class whose seats and enrolments are not those put on offer', async () => {
    await school.parts.db.update(classes).set({ seats: 5, offered: 6 }).where(eq(classes.id, chosen.id))
    await school.parts.db.delete(enrolments).where(eq(enrolments.paymentId, id))
    await school.parts.db.update(payments).set({ status: 'paid' }).where(eq(payments.id, id))
    expect(await says('differences')).toEqual([
      `class ${chosen.id} 5 seats and 0 enrolments (1 noted) of 6 put on offer`,
      `payment ${id} paid, without an enrolment`,
    ])
  })

  it.each([
    [
      'is refunded without a refund',
      { status: 'refunded' },
      /and its enrolment stands.*with no refund.*\$0\.00 sent back/s,
    ],
    ['has another sum', { amountMinor: 5000 }, /\$50\.00 here; \$49\.99 taken/],
    ['is unknown to the provider', { transactionId: 'pi_none' }, /unknown to the provider/],
  ] as const)('finds a payment that %s', async (_, broken, words) => {
    await school.parts.db.update(payments).set(broken).where(eq(payments.id, id))
    if ('transactionId' in broken) {
      await school.parts.db.update(attempts).set({ intentId: 'pi_none' }).where(eq(attempts.classId, chosen.id))
    }
    expect((await says('differences')).join('\n')).toMatch(words)
  })

  it('finds money that was taken and that nothing stands for', async () => {
    const { clientSecret } = await beginPaying(await school.signedIn('student'), await makeClass(school.parts.db))
    const intentId = intentIn(clientSecret)
    const mine = eq(attempts.intentId, intentId)
    await school.parts.db.update(attempts).set({ intentId: 'pi_lost' }).where(mine)
    await confirmCard(student, clientSecret)
    expect(await says('differences')).toEqual([
      `intent ${intentId} $49.99 taken, $0.00 sent back, and no payment stands for it`,
    ])
  })

  it('finds what was sent back behind the school’s back', async () => {
    const [payment] = await school.parts.db.select().from(payments).where(eq(payments.id, id))
    await school.parts.db.execute(sql`delete from card_sandbox.events`)
    const { stripe } = school.parts.sandbox ?? {}
    await stripe?.refunds.create({ payment_intent: payment?.transactionId ?? '', amount: 100 })
    expect((await says('differences')).join()).toMatch(/\$49\.99 taken, \$1\.00 sent back/)
  })

  it('counts what the school is about to do by itself as under way, until it is done', async () => {
    await student.call(api.cancelPayment, { params: { id } })
    expect([await says('differences'), await says('underWay')]).toEqual([
      [],
      [`payment ${id} its money is about to go back`],
    ])
    await school.work()
    expect([await says('differences'), await says('underWay')]).toEqual([[], []])
    await school.parts.db
      .update(refunds)
      .set({ status: 'failed', problem: 'lost_or_stolen_card' })
      .where(eq(refunds.paymentId, id))
    expect((await says('differences')).join()).toContain('could not go back: lost_or_stolen_card')
  })

  it('leaves intents of others on the same account alone', async () => {
    const { stripe } = school.parts.sandbox ?? {}
    const other = await stripe?.paymentIntents.create({ amount: 700, currency: 'usd' })
    await confirmCard(student, other?.client_secret ?? '')
    expect(await says('differences')).toEqual([])
  })
})
