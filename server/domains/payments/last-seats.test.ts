import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { CallError } from '#contract/call.ts'
import { type ClassRow, type MadeClass, makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { runWithoutLocks } from '../../../testing/no-lock-control.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { sized } from '../../../testing/size.ts'
import { attempts } from './payments.table.ts'

const { many, seats, times } = sized({ many: 12, seats: 3, times: 3 }, { many: 200, seats: 10, times: 20 })

/** The expected errors of students who are too late. */
const EXPECTED_CODES = ['SEATS_GONE', 'SEATS_HELD']

const application = openForThisFile()

/** Lets many students buy at once. Returns how many bought a seat, and the errors of the others. */
async function buyAtOnce(...chosen: MadeClass[]) {
  const students = await Promise.all(
    Array.from({ length: many * chosen.length }, () => application.signedIn('student', { emailConfirmed: true })),
  )
  const choices = students.map((student, index) => buy(student, at(chosen, index % chosen.length)))
  const outcomes = await Promise.allSettled(choices)
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  return { bought: students.length - errors.length, errors }
}

function at<T>(list: T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`there is no item ${index}`)
  return item
}

/** Returns the amounts that the provider has captured for a class. */
async function readCaptures({ id }: ClassRow): Promise<number[]> {
  const amounts: number[] = []
  for await (const intent of application.sandbox?.stripe.paymentIntents.list({ limit: 100 }) ?? []) {
    if (intent.metadata.classId === id && intent.status === 'succeeded') amounts.push(intent.amount_received)
  }
  return amounts
}

it('the last seats are each sold once at their price, and all other students get an expected error', {
  timeout: sized(60_000, 1_800_000),
}, async () => {
  for (let time = 0; time < times; time++) {
    const chosen = await makeClass(application.services.db, { seats })
    const { bought, errors } = await buyAtOnce(chosen)
    expect(bought).toBe(seats)
    expect(errors.filter((error) => !(error instanceof CallError) || !EXPECTED_CODES.includes(error.code))).toEqual([])
    expect(await readSeats(application, chosen)).toEqual({ seats: 0, enroll: seats })
    expect(await readCaptures(chosen)).toEqual(Array.from({ length: seats }, () => 4999))
  }
  expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
})

it('the last seats of two runs of one class are each sold once, beside one another', {
  timeout: sized(60_000, 600_000),
}, async () => {
  const chosen = await makeClass(application.services.db, { seats })
  const { id: runId } = await makeRun(application.services.db, chosen.id, { seats })
  const other = { ...chosen, runId }
  const { bought, errors } = await buyAtOnce(chosen, other)
  expect(bought).toBe(2 * seats)
  expect(errors.filter((error) => !(error instanceof CallError) || !EXPECTED_CODES.includes(error.code))).toEqual([])
  for (const run of [chosen, other]) expect(await readSeats(application, run)).toEqual({ seats: 0, enroll: seats })
  expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
})

it('without the lock, more seats would be held than there are', {
  timeout: 60_000,
}, async () => {
  const chosen = await makeClass(application.services.db, { seats: 3 })
  await runWithoutLocks({ table: 'payment_attempts', count: 4 }, () => buyAtOnce(chosen))
  const held = await application.services.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
  expect(held.length).toBeGreaterThan(3)
})
