import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { type ClassRow, makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'
import { readCheckout } from './checkout.ts'
import { attempts } from './payments.table.ts'
import { reconcile } from './reconcile.ts'
import { endCheckoutAsRead } from './settle.ts'

const application = openForThisFile()

describe('beginning to pay', () => {
  it('returns the same open intent when repeated', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { cartId, clientSecret } = await beginPaying(student, chosen)
    const again = await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(again.clientSecret).toBe(clientSecret)
  })

  it('finds the cart item by its price when there is only one, and asks to choose when there are more', async () => {
    const student = await application.signedIn('student')
    const select = async (values: Partial<ClassRow>) => {
      const { id: classId } = await makeClass(application.services.db, values)
      await student.call(api.selectClass, { body: { classId } })
    }
    await select({ listPriceMinor: 7100 })
    expect(await student.call(api.createPaymentIntent, { body: { price: 71 } })).toHaveProperty('clientSecret')
    expect(await catchCode(student.call(api.createPaymentIntent, { body: { price: 72 } }))).toBe('CART_ITEM_UNCLEAR')
    await select({ listPriceMinor: 7100 })
    expect(await catchError(student.call(api.createPaymentIntent, { body: { price: 71 } }))).toMatchObject({
      code: 'CART_ITEM_UNCLEAR',
      message: 'Several of your selected classes have this price. Open My Selected Classes and pay for each one there.',
    })
  })

  it.each([1e12, 1e20, 1e21, 49.999])('finds no cart item at the price %d, which no class can have', async (price) => {
    const student = await application.signedIn('student')
    expect(await catchError(student.call(api.createPaymentIntent, { body: { price } }))).toMatchObject({
      statusCode: 409,
      code: 'CART_ITEM_UNCLEAR',
      message: 'None of your selected classes has this price. Open My Selected Classes and pay from there.',
    })
  })

  it('is refused at a price that is not the class’s, and names the current price', async () => {
    const student = await application.signedIn('student')
    const { id: classId } = await makeClass(application.services.db, { listPriceMinor: 12000 })
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
    const error = await catchError(student.call(api.createPaymentIntent, { body: { price: 1, cartId } }))
    expect(error).toMatchObject({ code: 'PRICE_CHANGED', message: 'The price of this class is now $120.00.' })
  })

  it('holds the last seat for the first student, and asks the second to try again later', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    await beginPaying(first, chosen)
    expect(await catchCode(beginPaying(second, chosen))).toBe('SEATS_HELD')
    expect(await readSeats(application, chosen)).toEqual({ seats: 1, enroll: 0 })
  })

  it('ends an attempt at an earlier price for a student who names the current one, and begins a new one', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { listPriceMinor: 5000 })
    const { cartId, clientSecret } = await beginPaying(student, chosen)
    await application.services.db.update(classes).set({ listPriceMinor: 6000 }).where(eq(classes.id, chosen.id))
    const body = { price: 60, cartId }
    expect((await student.call(api.createPaymentIntent, { body })).clientSecret).not.toBe(clientSecret)
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(400)
  })

  it('compares prices by the attempt’s list price, whatever amount it charges', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { listPriceMinor: 5000 })
    const { cartId, clientSecret } = await beginPaying(student, chosen)
    await application.services.db.update(attempts).set({ amountMinor: 4000 }).where(eq(attempts.classId, chosen.id))
    const again = await student.call(api.createPaymentIntent, { body: { price: 50, cartId } })
    expect(again.clientSecret).toBe(clientSecret)
  })

  it('is refused at a price that no class can have, with and without a cart item', async () => {
    const student = await application.signedIn('student')
    const { id: classId } = await makeClass(application.services.db)
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
    const begin = (body: { price: number; cartId?: string }) =>
      catchCode(student.call(api.createPaymentIntent, { body }))
    expect(await begin({ price: 1_000_000 })).toBe('CART_ITEM_UNCLEAR')
    expect(await begin({ price: 30_000_000 })).toBe('CART_ITEM_UNCLEAR')
    expect(await begin({ price: 30_000_000, cartId })).toBe('PRICE_CHANGED')
  })

  it('reports that the seats are gone once they are sold', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    const { insertedId: cartId } = await second.call(api.selectClass, { body: { classId: chosen.id } })
    await buy(first, chosen)
    expect(await catchCode(second.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('SEATS_GONE')
  })

  it('finds no cart item of another student', async () => {
    const [student, other] = [await application.signedIn('student'), await application.signedIn('student')]
    const { cartId } = await beginPaying(student, await makeClass(application.services.db))
    expect(await catchCode(other.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('NOT_FOUND')
  })

  it.each(['instructor', 'admin'] as const)('is refused to an %s', async (role) => {
    const other = await application.signedIn(role)
    expect(await catchCode(other.call(api.createPaymentIntent, { body: { price: 49.99 } }))).toBe('NOT_ALLOWED')
  })
})

it('a hold keeps its seat, and its student can still pay, until it expires', async () => {
  const chosen = await makeClass(application.services.db, { seats: 1 })
  const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
  const { clientSecret } = await beginPaying(first, chosen)
  await reconcile(application.services)
  expect(await catchCode(beginPaying(second, chosen))).toBe('SEATS_HELD')
  expect((await confirmCard(first, clientSecret)).statusCode).toBe(200)
})

describe('an expired hold', () => {
  const expire = async (clientSecret: string, ago = 1) => {
    const isOwn = eq(attempts.intentId, intentIn(clientSecret))
    await application.services.db
      .update(attempts)
      .set({ heldUntil: Date.now() - ago })
      .where(isOwn)
  }

  it('keeps its seat until the provider has cancelled the intent', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    const { clientSecret } = await beginPaying(first, chosen)
    await expire(clientSecret)
    expect(await catchCode(beginPaying(second, chosen))).toBe('SEATS_HELD')
    await reconcile(application.services)
    expect((await confirmCard(first, clientSecret)).statusCode).toBe(400)
    const [item] = await second.call(api.listCart, { query: { email: second.user.email } })
    expect(await second.call(api.createPaymentIntent, { body: { price: 49.99, cartId: item?._id } })).toBeTruthy()
  })

  it('keeps its seat while the provider is still processing', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    const { clientSecret } = await beginPaying(first, chosen)
    await expire(clientSecret)
    const ctx = application.services
    const processing = await ctx.cards.getIntent(intentIn(clientSecret))
    if (!processing) throw new Error('there is no intent')
    const cards = { ...ctx.cards, cancelIntent: async () => processing }
    await expect(reconcile({ ...ctx, cards })).rejects.toThrow('could not be reconciled')
    expect(await catchCode(beginPaying(second, chosen))).toBe('SEATS_HELD')
    await reconcile(ctx)
  })

  it('keeps its seat where its student renews it during the reconciliation of others', async () => {
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    const [earlier, later] = [await makeClass(application.services.db), await makeClass(application.services.db)]
    const { clientSecret: firstSecret } = await beginPaying(first, earlier)
    const { clientSecret, cartId } = await beginPaying(second, later)
    await expire(firstSecret, 60_000)
    await expire(clientSecret)
    const ctx = application.services
    const renew = () => second.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    const cancelIntent = async (id: string) => {
      await renew()
      return ctx.cards.cancelIntent(id)
    }
    const cards = { ...ctx.cards, cancelIntent }
    await reconcile({ ...ctx, cards })
    expect((await confirmCard(first, firstSecret)).statusCode).toBe(400)
    expect((await confirmCard(second, clientSecret)).statusCode).toBe(200)
  })

  it('is left to the next start when the server stops during the reconciliation of others', async () => {
    const students = [await application.signedIn('student'), await application.signedIn('student')]
    const secrets: string[] = []
    for (const student of students) {
      const { clientSecret } = await beginPaying(student, await makeClass(application.services.db))
      await expire(clientSecret)
      secrets.push(clientSecret)
    }
    const ctx = application.services
    const stop = new AbortController()
    const cancelIntent = (id: string) => {
      stop.abort()
      return ctx.cards.cancelIntent(id)
    }
    await reconcile({ ...ctx, cards: { ...ctx.cards, cancelIntent } }, Date.now(), stop.signal)
    const isOwn = inArray(attempts.intentId, secrets.map(intentIn))
    const statuses = (await ctx.db.select().from(attempts).where(isOwn)).map(({ status }) => status)
    expect(statuses.sort()).toEqual(['open', 'released'])
    await reconcile(ctx)
  })

  it('ends with its intent, where one was created after it was read', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    const { clientSecret } = await beginPaying(first, chosen)
    const isOwn = eq(attempts.intentId, intentIn(clientSecret))
    const [attempt] = await application.services.db.select().from(attempts).where(isOwn)
    const checkout = await readCheckout(application.services.db, attempt?.orderId ?? '')
    expect(await endCheckoutAsRead(application.services, { ...checkout, intentId: null })).toBeNull()
    expect((await confirmCard(first, clientSecret)).statusCode).toBe(400)
    expect((await beginPaying(second, chosen)).clientSecret).toBeTruthy()
  })

  it('gives its seat free where the provider does not know its intent, as after a change of keys', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    const { clientSecret, cartId } = await beginPaying(first, chosen)
    const isOwn = eq(attempts.intentId, intentIn(clientSecret))
    await application.services.db.update(attempts).set({ intentId: 'pi_unknown' }).where(isOwn)
    const begin = () => first.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(await catchCode(begin())).toBe('ATTEMPT_CLOSED')
    expect((await beginPaying(second, chosen)).clientSecret).toBeTruthy()
  })

  it('is refunded when its student was enrolled by hand and the date has ended before the payment was settled', async () => {
    const { db } = application.services
    const admin = await application.signedIn('admin')
    const student = await application.signedIn('student')
    const chosen = await makeClass(db)
    const { clientSecret } = await beginPaying(student, chosen)
    const body = { email: student.user.email, reason: 'Paid in cash' }
    await admin.call(api.grantEnrolment, { params: { id: chosen.runId }, body })
    await db
      .update(runs)
      .set({ startsAt: Date.now() - 7_200_000, endsAt: Date.now() - 3_600_000 })
      .where(eq(runs.id, chosen.runId))
    await confirmCard(student, clientSecret)
    const transactionId = intentIn(clientSecret)
    expect(await catchCode(student.call(api.recordPayment, { body: { transactionId } }))).toBe('MONEY_RETURNED')
    const payments = await student.call(api.listPayments, { query: { email: student.user.email } })
    expect(payments).toMatchObject([{ status: 'refunded', refund: { reason: 'enrolled_already' } }])
  })

  it('is settled when the card was charged', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const { clientSecret } = await beginPaying(student, chosen)
    await expire(clientSecret)
    await confirmCard(student, clientSecret)
    await reconcile(application.services)
    expect(await readSeats(application, chosen)).toEqual({ seats: 0, enroll: 1 })
  })

  it('cannot be renewed after an hour, nor begun again for 15 minutes', async () => {
    const student = await application.signedIn('student')
    const { cartId, clientSecret } = await beginPaying(student, await makeClass(application.services.db))
    const isOwn = eq(attempts.intentId, intentIn(clientSecret))
    await application.services.db
      .update(attempts)
      .set({ heldSince: Date.now() - 61 * 60_000 })
      .where(isOwn)
    const begin = () => student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(await catchCode(begin())).toBe('ATTEMPT_CLOSED')
    expect(await catchCode(begin())).toBe('HOLD_USED_UP')
    await application.services.db
      .update(attempts)
      .set({ heldUntil: Date.now() - 16 * 60_000 })
      .where(isOwn)
    expect((await begin()).clientSecret).not.toBe(clientSecret)
  })

  it('is not doubled by removing the class from the cart and selecting it again', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { seats: 2 })
    const first = await beginPaying(student, chosen)
    await student.call(api.removeCartItem, { params: { id: first.cartId } })
    const second = await beginPaying(student, chosen)
    expect(second.clientSecret).not.toBe(first.clientSecret)
    expect((await confirmCard(student, first.clientSecret)).statusCode).toBe(400)
    const all = await application.services.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
    expect(all.map(({ status }) => status).sort()).toEqual(['open', 'released'])
    expect(all[0]?.heldSince).toBe(all[1]?.heldSince)
  })
})
