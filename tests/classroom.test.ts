import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { api } from '../contract/api.ts'
import { CallError } from '../contract/call.ts'
import { toMajor } from '../contract/values/money.ts'
import { type ClassRow, makeClass } from '../demo/factories.ts'
import { SCRYPT } from '../server/adapters/better-auth/hashing.ts'
import { attempts } from '../server/domains/payments/payments.table.ts'
import { openForThisTest, type TestApplication } from '../testing/application.ts'
import { Member } from '../testing/member.ts'
import { readAudit, readSeats } from '../testing/orders.ts'
import { confirmCard, intentIn } from '../testing/paying.ts'
import type { Visitor } from '../testing/visitor.ts'

const STUDENTS = 60
/** Number of them between registration and payment at the same time. */
const OVERLAP = 12
/** The network of the classroom. */
const IP = '198.51.100.7'
/** The payment page retries after 10 seconds, and the lesson has 10 minutes. The test waits shorter between as many retries. */
const MAX_RETRIES = 30
const RETRY_MS = 100

/** Requests a seat as the payment page does, and returns the client secret. */
async function holdSeat(student: Visitor, cartId: string, price: number): Promise<string> {
  for (let retries = 0; ; retries++) {
    try {
      return (await student.call(api.createPaymentIntent, { body: { price, cartId } })).clientSecret
    } catch (error) {
      const mayRetry = error instanceof CallError && error.code === 'TOO_MANY_HOLDS' && retries < MAX_RETRIES
      if (!mayRetry) throw error
      await pause(RETRY_MS)
    }
  }
}

/** Registers, selects, pays and records the payment, as a new student in the classroom. */
async function enrol(application: TestApplication, chosen: ClassRow, number: number): Promise<void> {
  const member = await new Member(application, `pupil-${number}@school.example`, IP).register()
  const student = await member.asVisitor()
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
  const clientSecret = await holdSeat(student, cartId, toMajor(chosen.listPriceMinor, 'usd'))
  expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
  await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
}

it('60 students of one classroom, none with a confirmed address, all get one of its 60 seats', {
  timeout: 600_000,
}, async () => {
  const application = await openForThisTest({}, { passwordHash: SCRYPT })
  const chosen = await makeClass(application.services.db, { seats: STUDENTS })
  const limit = pLimit(OVERLAP)
  const numbers = Array.from({ length: STUDENTS }, (_, number) => number)
  await Promise.all(numbers.map((number) => limit(() => enrol(application, chosen, number))))
  expect(await readSeats(application, chosen)).toEqual({ seats: 0, enroll: STUDENTS })
  const rows = await application.services.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
  expect(rows.filter(({ status, emailConfirmed }) => status === 'settled' && !emailConfirmed)).toHaveLength(STUDENTS)
  await application.runJobs()
  expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
})
