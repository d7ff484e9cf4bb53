import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { CallError } from '#contract/call.ts'
import { type ClassRow, makeClass } from '../../demo/factories.ts'
import { booksOf, seatsOf } from '../../tests/orders.ts'
import { buy } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { sized } from '../../tests/size.ts'
import { withoutLocks } from '../../tests/without-locks.ts'
import { attempts } from './payments.table.ts'

const { many, seats, times } = sized({ many: 12, seats: 3, times: 3 }, { many: 200, seats: 10, times: 20 })

/** What somebody hears who comes too late. */
const PLAIN_ANSWERS = ['SEATS_GONE', 'SEATS_HELD']

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

/** All of them at once; answers how many bought a seat, and what the others heard. */
async function rush(chosen: ClassRow) {
  const students = await Promise.all(Array.from({ length: many }, () => school.signedIn('student')))
  const outcomes = await Promise.allSettled(students.map((student) => buy(student, chosen)))
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  return { bought: many - refusals.length, refusals }
}

/** What the provider has taken for a class, price by price. */
async function captured({ id }: ClassRow): Promise<number[]> {
  const prices: number[] = []
  for await (const intent of school.parts.sandbox?.stripe.paymentIntents.list({ limit: 100 }) ?? []) {
    if (intent.metadata.classId === id && intent.status === 'succeeded') prices.push(intent.amount_received)
  }
  return prices
}

it('the last seats go to exactly as many as there are, each at its price, and all others get a plain answer', {
  timeout: sized(60_000, 1_800_000),
}, async () => {
  for (let time = 0; time < times; time++) {
    const chosen = await makeClass(school.parts.db, { seats })
    const { bought, refusals } = await rush(chosen)
    expect(bought).toBe(seats)
    expect(
      refusals.filter((refusal) => !(refusal instanceof CallError) || !PLAIN_ANSWERS.includes(refusal.code)),
    ).toEqual([])
    expect(await seatsOf(school, chosen)).toEqual({ seats: 0, enroll: seats })
    expect(await captured(chosen)).toEqual(Array.from({ length: seats }, () => 4999))
  }
  expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
})

it.runIf(inject('database').kind === 'postgres')(
  'without the lock they would be held by more than there are',
  {
    timeout: 60_000,
  },
  async () => {
    const chosen = await makeClass(school.parts.db, { seats: 3 })
    await withoutLocks(() => rush(chosen))
    const held = await school.parts.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
    expect(held.length).toBeGreaterThan(3)
  },
)
