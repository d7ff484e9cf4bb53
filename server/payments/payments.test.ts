import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/classes/classes.table.ts'
import { systemContext } from '#server/parts.ts'
import { type ClassRow, makeClass } from '../../demo/factories.ts'
import { beginPaying, buy, confirmCard, DECLINED_CARD, intentIn, POOR_CARD } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { sized } from '../../tests/size.ts'
import { codeOf, refusalOf } from '../../tests/visitor.ts'
import { attempts, notices } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const seatsOf = async ({ id }: ClassRow) => {
  const [row] = await school.parts.db.select().from(classes).where(eq(classes.id, id))
  return { seats: row?.seats, enroll: row?.enroll }
}
const system = () => systemContext(school.parts)

/** Waits until the sandbox's notices have arrived; fails after five seconds. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 5_000, interval: 20 }).toBe(true)
}

describe('a student who pays', () => {
  it('is enrolled: one seat less, one enrolment more, the cart empty, the payment in the history', async () => {
    const student = await school.signedIn('student')
    const { email } = student.user
    const chosen = await makeClass(school.parts.db, { seats: 3, name: 'Storm Light', priceMinor: 17550 })
    const transactionId = await buy(student, chosen)
    expect(await seatsOf(chosen)).toEqual({ seats: 2, enroll: 1 })
    expect(await student.call(api.listCart, { query: { email } })).toEqual([])
    expect(await student.call(api.listEnrolledClasses, { query: { email } })).toMatchObject([
      { classId: chosen.id, className: 'Storm Light', seats: 2, enroll: 1 },
    ])
    expect(await student.call(api.listPayments, { query: { email } })).toMatchObject([
      { className: 'Storm Light', price: 175.5, transactionId, email, classId: chosen.id },
    ])
  })

  it('sees the payment turn from pending to paid when the provider’s own notice arrives', async () => {
    const student = await school.signedIn('student')
    await buy(student, await makeClass(school.parts.db))
    const status = async () =>
      (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]?.status
    await until(async () => (await status()) === 'paid')
  })

  it('is enrolled by the notice alone when the browser never comes back', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const enrolled = () => student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    await until(async () => (await enrolled()).length === 1)
  })

  it('gets the same payment however often the browser reports it, also at once', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const body = { transactionId: intentIn(clientSecret) }
    const answers = await Promise.all([1, 2, 3].map(() => student.call(api.recordPayment, { body })))
    expect(new Set(answers.map((answer) => answer.paymentResult.insertedId)).size).toBe(1)
    expect(await seatsOf(chosen)).toEqual({ seats: 9, enroll: 1 })
  })

  it.each([
    ['declined', DECLINED_CARD, 'Your card was declined.'],
    ['short of money', POOR_CARD, 'Your card has insufficient funds.'],
  ])('loses nothing by a card that is %s, and may use another', async (_, card, message) => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    const refused = await confirmCard(student, clientSecret, card)
    expect(refused.statusCode).toBe(402)
    expect(refused.json().error.message).toBe(message)
    const body = { transactionId: intentIn(clientSecret) }
    expect(await codeOf(student.call(api.recordPayment, { body }))).toBe('NOT_PAID')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toHaveLength(1)
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
    await student.call(api.recordPayment, { body })
    expect(await seatsOf(chosen)).toEqual({ seats: 9, enroll: 1 })
  })
})

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
    expect(await seatsOf(chosen)).toEqual({ seats: 1, enroll: 0 })
  })

  it('gives the last seats to exactly as many as there are, however many want them at once', {
    timeout: 30_000,
  }, async () => {
    const { students: many, seats } = sized({ students: 12, seats: 3 }, { students: 200, seats: 10 })
    const chosen = await makeClass(school.parts.db, { seats })
    const students = await Promise.all(Array.from({ length: many }, () => school.signedIn('student')))
    const outcomes = await Promise.allSettled(students.map((student) => buy(student, chosen)))
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(refusals).toHaveLength(many - seats)
    expect(refusals.filter((code) => code !== 'SEATS_HELD' && code !== 'SEATS_GONE')).toEqual([])
    expect(await school.parts.db.select().from(attempts).where(eq(attempts.classId, chosen.id))).toHaveLength(seats)
    expect(await seatsOf(chosen)).toEqual({ seats: 0, enroll: seats })
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
    await reconcile(system())
    expect((await confirmCard(first, clientSecret)).statusCode).toBe(400)
    const [item] = await second.call(api.listCart, { query: { email: second.user.email } })
    expect(await second.call(api.createPaymentIntent, { body: { price: 49.99, cartId: item?._id } })).toBeTruthy()
  })

  it('is settled instead when the card was charged after all', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { seats: 1 })
    const { clientSecret } = await beginPaying(student, chosen)
    await expire(clientSecret)
    await confirmCard(student, clientSecret)
    await reconcile(system())
    expect(await seatsOf(chosen)).toEqual({ seats: 0, enroll: 1 })
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

describe('reporting a payment', () => {
  it('finds no transaction of somebody else, and leaves it to its owner', async () => {
    const [student, other] = [await school.signedIn('student'), await school.signedIn('student')]
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const body = { transactionId: intentIn(clientSecret) }
    expect(await codeOf(other.call(api.recordPayment, { body }))).toBe('NOT_FOUND')
    expect(await student.call(api.recordPayment, { body })).toHaveProperty('paymentResult.insertedId')
  })

  it('finds no transaction that was never begun', async () => {
    const student = await school.signedIn('student')
    const body = { transactionId: 'pi_made_up' }
    expect(await codeOf(student.call(api.recordPayment, { body }))).toBe('NOT_FOUND')
  })
})

describe('histories', () => {
  it('are shown to their owner only', async () => {
    const [student, other] = [await school.signedIn('student'), await school.signedIn('student')]
    const query = { email: student.user.email }
    expect(await codeOf(other.call(api.listPayments, { query }))).toBe('NOT_ALLOWED')
    expect(await codeOf(other.call(api.listEnrolledClasses, { query }))).toBe('NOT_ALLOWED')
    expect(await codeOf(school.visitor.call(api.listPayments, { query }))).toBe('NOT_SIGNED_IN')
  })
})

describe('notices of the provider', () => {
  const send = (body: string, signature: string) =>
    school.visitor.request('POST', '/webhooks/stripe', {
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
  const signed = (body: string, at = Date.now()) => {
    const seconds = Math.floor(at / 1000)
    const secret = school.parts.sandbox?.webhookSecret ?? ''
    return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
  }
  const notice = (id: string, intentId: string) =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { object: 'payment_intent', id: intentId } },
    })

  it('are refused with a wrong, a missing or an old signature', async () => {
    const body = notice('evt_false', 'pi_any')
    for (const signature of ['', 't=1,v1=00', signed(`${body} `), signed(body, Date.now() - 3_600_000)]) {
      const answer = await send(body, signature)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'SIGNATURE_INVALID' })
    }
  })

  it('are only a hint: a notice that an unpaid intent succeeded changes nothing', async () => {
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(await school.signedIn('student'), chosen)
    const body = notice('evt_hint', intentIn(clientSecret))
    expect((await send(body, signed(body))).statusCode).toBe(200)
    expect(await seatsOf(chosen)).toEqual({ seats: 10, enroll: 0 })
  })

  it('are each handled once, and those about intents of others are left alone', async () => {
    const body = notice('evt_foreign', 'pi_of_somebody_else')
    for (let time = 0; time < 3; time++) expect((await send(body, signed(body))).statusCode).toBe(200)
    expect(await school.parts.db.select().from(notices).where(eq(notices.id, 'evt_foreign'))).toHaveLength(1)
  })
})
