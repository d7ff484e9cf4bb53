import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClass } from '../../demo/factories.ts'
import { seatsOf } from '../../tests/orders.ts'
import { beginPaying, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { notices } from './payments.table.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

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
    expect(await seatsOf(school, chosen)).toEqual({ seats: 10, enroll: 0 })
  })

  it('are each handled once, and those about intents of others are left alone', async () => {
    const body = notice('evt_foreign', 'pi_of_somebody_else')
    for (let time = 0; time < 3; time++) expect((await send(body, signed(body))).statusCode).toBe(200)
    expect(await school.parts.db.select().from(notices).where(eq(notices.id, 'evt_foreign'))).toHaveLength(1)
  })
})
