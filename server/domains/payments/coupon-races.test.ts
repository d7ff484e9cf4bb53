import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { CallError } from '#contract/call.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { beginWithCode, completePaying, makeCoupon } from '../../../testing/coupons.ts'
import { readAudit, refuseWebhookEvents } from '../../../testing/orders.ts'
import { confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { attempts } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const signIn = () => application.signedIn('student', { emailConfirmed: true })
const make = () => makeClass(application.services.db)
const readUses = async (id: string) => (await admin.call(api.listCoupons)).find(({ _id }) => _id === id)?.uses

/** Returns OK or the code of the error. Rethrows an error of 500 and above. */
async function readOutcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'OK'
  } catch (error) {
    if (error instanceof CallError && error.statusCode < 500) return error.code
    throw error
  }
}

/** Releases the seats of an order, as if the provider had said that its intent is canceled. A trigger counts the seats. */
const release = (orderId: string) =>
  application.services.db.update(attempts).set({ status: 'released' }).where(eq(attempts.orderId, orderId))

/** Selects a class. Returns the call that begins its checkout with a code. */
async function plan(student: Visitor, code: string) {
  const { insertedId } = await student.call(api.selectClass, { body: { classId: (await make()).id } })
  return () => student.call(api.beginCheckout, { body: { cartIds: [insertedId], code, expected_due: 44.99 } })
}

// saleor/saleor#544 and vendurehq/vendure#4660: checkouts at the same time each spent the last use of a coupon, also that of one person.
describe('the last use of a coupon', () => {
  it('goes to one of several checkouts at once, also of different classes', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, code } = await makeCoupon(admin, { max_uses: 1 })
      const begins = await Promise.all([1, 2, 3].map(async () => plan(await signIn(), code)))
      const outcomes = await Promise.all(begins.map((begin) => readOutcome(begin())))
      expect(outcomes.toSorted()).toEqual(['CODE_INVALID', 'CODE_INVALID', 'OK'])
      expect(await readUses(id)).toBe(1)
    }
  })

  it('for one person goes to one of their two checkouts at once', async () => {
    const { code } = await makeCoupon(admin, { per_person: 1 })
    const student = await signIn()
    const begins = [await plan(student, code), await plan(student, code)]
    const outcomes = await Promise.all(begins.map((begin) => readOutcome(begin())))
    expect(outcomes.toSorted()).toEqual(['CODE_INVALID', 'OK'])
  })

  it('of a hold that runs out goes to the next, and is used once, whichever comes first', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, code } = await makeCoupon(admin, { max_uses: 1 })
      const first = await signIn()
      const { orderId } = await beginWithCode(first, [await make()], code)
      const begin = await plan(await signIn(), code)
      await application.services.db
        .update(attempts)
        .set({ heldUntil: Date.now() - 1 })
        .where(eq(attempts.orderId, orderId))
      const [outcome] = await Promise.all([readOutcome(begin()), reconcile(application.services)])
      expect(await readUses(id)).toBe(outcome === 'OK' ? 1 : 0)
      expect(await readOutcome(begin())).toBe('OK')
      expect(await readUses(id)).toBe(1)
    }
  })

  it('is not spent twice where the provider reports the money of a hold that has ended: it goes back', async () => {
    refuseWebhookEvents(application)
    const { id, code } = await makeCoupon(admin, { max_uses: 1 })
    const [late, student] = [await signIn(), await signIn()]
    const { orderId, clientSecret } = await beginWithCode(late, [await make(), await make()], code)
    await confirmCard(late, clientSecret ?? '')
    await release(orderId)
    await completePaying(student, await beginWithCode(student, [await make()], code))
    const body = { transactionId: intentIn(clientSecret ?? '') }
    expect(await catchCode(late.call(api.recordPayment, { body }))).toBe('MONEY_RETURNED')
    expect(await readUses(id)).toBe(1)
    await application.runJobs()
    const [payment] = await late.call(api.listPayments, { query: { email: late.user.email } })
    expect(payment).toMatchObject({ price: 89.98, refunded: 89.98, status: 'refunded' })
    const ids = [orderId, payment?._id, id]
    expect((await readAudit(application)).discrepancies.filter((finding) => ids.includes(finding.id))).toEqual([])
  })

  it('still buys what it was held for where the money is reported late and no other has it', async () => {
    refuseWebhookEvents(application)
    const { id, code } = await makeCoupon(admin, { max_uses: 1 })
    const late = await signIn()
    const { orderId, clientSecret } = await beginWithCode(late, [await make()], code)
    await confirmCard(late, clientSecret ?? '')
    await release(orderId)
    await late.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } })
    expect(await readUses(id)).toBe(1)
  })
})

it('a coupon that is deleted at the same moment is used before or not at all', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, code } = await makeCoupon(admin)
    const begin = await plan(await signIn(), code)
    const [outcome] = await Promise.all([readOutcome(begin()), admin.call(api.deleteCoupon, { params: { id } })])
    expect(['OK', 'CODE_INVALID']).toContain(outcome)
    expect(await readOutcome(begin())).toBe(outcome)
  }
})
