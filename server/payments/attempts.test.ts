import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/classes/classes.table.ts'
import { systemContext } from '#server/parts.ts'
import { type ClassRow, makeClass } from '../../demo/factories.ts'
import { seatsOf } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf, refusalOf } from '../../tests/visitor.ts'
import { attempts } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

describe('beginning to pay', () => {
  it('answers the same live intent when asked again', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { cartId, clientSecret } = await beginPaying(student, chosen)
    const again = await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(again.clientSecret).toBe(clientSecret)
  })

  it('finds the cart item by its price when there is only one, and asks which when there are more', async () => {
    const student = await school.signedIn('student')
    const select = async (said: Partial<ClassRow>) => {
      const { id: classId } = await makeClass(school.parts.db, said)
      await student.call(api.selectClass, { body: { classId } })
    }
    await select({ priceMinor: 7100 })
    expect(await student.call(api.createPaymentIntent, { body: { price: 71 } })).toHaveProperty('clientSecret')
    expect(await codeOf(student.call(api.createPaymentIntent, { body: { price: 72 } }))).toBe('CART_ITEM_UNCLEAR')
    await select({ priceMinor: 7100 })
    expect(await codeOf(student.call(api.createPaymentIntent, { body: { price: 71 } }))).toBe('CART_ITEM_UNCLEAR')
  })

  it('is refused at a price that is not the class’s, and told the price now', async () => {
    const student = await school.signedIn('student')
    const { id: classId } = await makeClass(school.parts.db, { priceMinor: 12000 })
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
    const refusal = await refusalOf(student.call(api.createPaymentIntent, { body: { price: 1, cartId } }))
    expect(refusal).toMatchObject({ code: 'PRICE_CHANGED', message: 'The price of this class is now $120.00.' })
  })

  it('holds the last seat for the first, and tells the second to try again later', async () => {
    const chosen = await makeClass(school.parts.db, { seats: 1 })
    const [first, second] = [await school.signedIn('student'), await school.signedIn('student')]
    await beginPaying(first, chosen)
    expect(await codeOf(beginPaying(second, chosen))).toBe('SEATS_HELD')
    expect(await seatsOf(school, chosen)).toEqual({ seats: 1, enroll: 0 })
  })

  it('ends an attempt that was begun at another price, and begins anew at the price now', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { priceMinor: 5000 })
    const { cartId, clientSecret } = await beginPaying(student, chosen)
    await school.parts.db.update(classes).set({ priceMinor: 6000 }).where(eq(classes.id, chosen.id))
    const body = { price: 60, cartId }
    expect(await codeOf(student.call(api.createPaymentIntent, { body }))).toBe('ATTEMPT_CLOSED')
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(400)
    expect((await student.call(api.createPaymentIntent, { body })).clientSecret).not.toBe(clientSecret)
  })

  it('says that the seats are gone once they are sold', async () => {
    const chosen = await makeClass(school.parts.db, { seats: 1 })
    const [first, second] = [await school.signedIn('student'), await school.signedIn('student')]
    const { insertedId: cartId } = await second.call(api.selectClass, { body: { classId: chosen.id } })
    await buy(first, chosen)
    expect(await codeOf(second.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('SEATS_GONE')
  })

  it('finds no cart item of somebody else', async () => {
    const [student, other] = [await school.signedIn('student'), await school.signedIn('student')]
    const { cartId } = await beginPaying(student, await makeClass(school.parts.db))
    expect(await codeOf(other.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('NOT_FOUND')
  })

  it.each(['instructor', 'admin'] as const)('is not for an %s', async (role) => {
    const other = await school.signedIn(role)
    expect(await codeOf(other.call(api.createPaymentIntent, { body: { price: 49.99 } }))).toBe('NOT_ALLOWED')
  })
})

describe('a hold that has run out', () => {
  const expire = async (clientSecret: string) => {
    const mine = eq(attempts.intentId, intentIn(clientSecret))
    await school.parts.db
      .update(attempts)
      .set({ heldUntil: Date.now() - 1 })
      .where(mine)
  }

  it('keeps its seat until the provider has cancelled the intent, and then lets it go', async () => {
    const chosen = await makeClass(school.parts.db, { seats: 1 })
    const [first, second] = [await school.signedIn('student'), await school.signedIn('student')]
    const { clientSecret } = await beginPaying(first, chosen)
    await expire(clientSecret)
    expect(await codeOf(beginPaying(second, chosen))).toBe('SEATS_HELD')
    await reconcile(systemContext(school.parts))
    expect((await confirmCard(first, clientSecret)).statusCode).toBe(400)
    const [item] = await second.call(api.listCart, { query: { email: second.user.email } })
    expect(await second.call(api.createPaymentIntent, { body: { price: 49.99, cartId: item?._id } })).toBeTruthy()
  })

  it('keeps its seat while the provider can neither cancel nor charge', async () => {
    const chosen = await makeClass(school.parts.db, { seats: 1 })
    const [first, second] = [await school.signedIn('student'), await school.signedIn('student')]
    const { clientSecret } = await beginPaying(first, chosen)
    await expire(clientSecret)
    const ctx = systemContext(school.parts)
    const processing = await ctx.cards.getIntent(intentIn(clientSecret))
    if (!processing) throw new Error('there is no intent')
    const cards = { ...ctx.cards, cancelIntent: async () => processing }
    await expect(reconcile({ ...ctx, cards })).rejects.toThrow('could not be asked about')
    expect(await codeOf(beginPaying(second, chosen))).toBe('SEATS_HELD')
    await reconcile(ctx)
  })

  it('is settled instead when the card was charged after all', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { seats: 1 })
    const { clientSecret } = await beginPaying(student, chosen)
    await expire(clientSecret)
    await confirmCard(student, clientSecret)
    await reconcile(systemContext(school.parts))
    expect(await seatsOf(school, chosen)).toEqual({ seats: 0, enroll: 1 })
  })

  it('cannot be renewed for ever: after an hour it is over, and says so, and others come first for a while', async () => {
    const student = await school.signedIn('student')
    const { cartId, clientSecret } = await beginPaying(student, await makeClass(school.parts.db))
    const mine = eq(attempts.intentId, intentIn(clientSecret))
    await school.parts.db
      .update(attempts)
      .set({ heldSince: Date.now() - 61 * 60_000 })
      .where(mine)
    const ask = () => student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(await codeOf(ask())).toBe('ATTEMPT_CLOSED')
    expect(await codeOf(ask())).toBe('HOLD_USED_UP')
    await school.parts.db
      .update(attempts)
      .set({ heldUntil: Date.now() - 16 * 60_000 })
      .where(mine)
    expect((await ask()).clientSecret).not.toBe(clientSecret)
  })

  it('cannot be had twice by taking the class out of the cart and selecting it anew', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { seats: 2 })
    const first = await beginPaying(student, chosen)
    await student.call(api.removeCartItem, { params: { id: first.cartId } })
    const second = await beginPaying(student, chosen)
    expect(second.clientSecret).not.toBe(first.clientSecret)
    expect((await confirmCard(student, first.clientSecret)).statusCode).toBe(400)
    const all = await school.parts.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
    expect(all.map(({ status }) => status).sort()).toEqual(['open', 'released'])
    expect(all[0]?.heldSince).toBe(all[1]?.heldSince)
  })
})
