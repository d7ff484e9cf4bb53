import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { cartItems } from '#server/domains/cart/cart.table.ts'
import { makeClass } from '../../../demo/factories.ts'
import { createDatabase, openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/fake-stripe.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { attempts } from './payments.table.ts'

/** Delivers no webhook events, so that nothing settles an attempt before the release. */
let provider: FakeStripe
let application: TestApplication
beforeAll(async () => {
  provider = await openFakeStripe(await createDatabase())
  application = await openTestApplication(provider.settings)
})
afterAll(async () => {
  await application.close()
  await provider.close()
})

type Student = Awaited<ReturnType<TestApplication['signedIn']>>

/** Lets a student hold the only seat of a class. */
async function holdLastSeat() {
  const student = await application.signedIn('student')
  const chosen = await makeClass(application.services.db, { seats: 1 })
  return { student, chosen, ...(await beginPaying(student, chosen)) }
}

type Held = Awaited<ReturnType<typeof holdLastSeat>>

const release = async ({ student }: Held) => {
  const [hold] = await student.call(api.listHolds)
  return student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
}
const removeItem = ({ student, cartId }: Held) => student.call(api.removeCartItem, { params: { id: cartId } })
const readAttempt = async ({ cartId }: Held) =>
  (await application.services.db.select().from(attempts).where(eq(attempts.cartId, cartId)))[0]
const countItems = async ({ user }: Student) =>
  (await application.services.db.select().from(cartItems).where(eq(cartItems.userId, user.id))).length
const charge = ({ clientSecret }: Held) => provider.confirm(clientSecret)

describe.each([
  ['Release', release, { modifiedCount: 1 }, 1],
  ['removing the cart item', removeItem, { deletedCount: 1 }, 0],
] as const)('%s', (_, end, response, itemsLeft) => {
  it('cancels the intent at the provider and gives the seat to others at once', async () => {
    const held = await holdLastSeat()
    expect(await end(held)).toEqual(response)
    expect(await readAttempt(held)).toMatchObject({ status: 'released' })
    expect(await application.services.cards.getIntent(intentIn(held.clientSecret))).toMatchObject({
      status: 'canceled',
    })
    expect(await countItems(held.student)).toBe(itemsLeft)
    expect(await charge(held)).toBe(400)
    await beginPaying(await application.signedIn('student'), held.chosen)
  })

  it('enrols the student instead where the card was charged first', async () => {
    const held = await holdLastSeat()
    await charge(held)
    expect(await catchCode(end(held))).toBe('ALREADY_ENROLLED')
    expect(await readSeats(application, held.chosen)).toEqual({ seats: 0, enroll: 1 })
    expect(await countItems(held.student)).toBe(0)
  })

  it('at the same time as the charge never loses the money', async () => {
    for (let round = 0; round < 3; round++) {
      const held = await holdLastSeat()
      const [charged] = await Promise.all([charge(held), end(held).catch(() => null)])
      await application.runJobs()
      const { enroll } = await readSeats(application, held.chosen)
      expect(enroll).toBe(charged === 200 ? 1 : 0)
    }
    expect((await readAudit(application)).discrepancies).toEqual([])
  })
})

describe('a release', () => {
  it('that is repeated changes nothing', async () => {
    const held = await holdLastSeat()
    const [hold] = await held.student.call(api.listHolds)
    const again = () => held.student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    expect([await again(), await again()]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
  })

  it('is open to a student who has become an instructor', async () => {
    const held = await holdLastSeat()
    const admin = await application.signedIn('admin')
    await admin.call(api.makeInstructor, { params: { id: held.student.user.id } })
    expect(await release(held)).toEqual({ modifiedCount: 1 })
  })
})

describe('deleting an account', () => {
  it('releases its holds', async () => {
    const held = await holdLastSeat()
    const admin = await application.signedIn('admin')
    await admin.call(api.deleteUser, { params: { id: held.student.user.id } })
    await application.runJobs()
    expect(await readAttempt(held)).toMatchObject({ status: 'released' })
    await beginPaying(await application.signedIn('student'), held.chosen)
  })

  it('refunds a payment that was faster', async () => {
    const held = await holdLastSeat()
    const admin = await application.signedIn('admin')
    await charge(held)
    await admin.call(api.deleteUser, { params: { id: held.student.user.id } })
    await application.runJobs()
    const intent = await application.services.cards.getIntent(intentIn(held.clientSecret))
    expect(intent).toMatchObject({ refundedMinor: 4999 })
    expect(await readSeats(application, held.chosen)).toEqual({ seats: 1, enroll: 0 })
  })
})
