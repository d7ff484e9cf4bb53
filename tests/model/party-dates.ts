/** Makes and reads the dates of lives of parties. */
import { eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import type { StartedMove } from '../../contract/moves.ts'
import { type MadeClass, makeClass, makeRun } from '../../demo/factories.ts'
import { runs } from '../../server/domains/classes/runs/runs.table.ts'
import { enrolments } from '../../server/domains/enrolments/enrolments.table.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { intentIn } from '../../testing/paying.ts'
import type { World } from './lives.ts'
import { at, type Outcome } from './model.ts'
import { countFree, countHeld, countTaken, DATES, MAIN, type PartyModel } from './party-model.ts'
import { OFFERED } from './party-steps.ts'
import { readOutcome } from './verbs.ts'

const DAY_MS = 24 * 3_600_000

/** Makes the dates of the model: in their order, and with their classes. */
export async function makeDates(db: Database, termsId: string): Promise<Dated[]> {
  const made = [
    await makeClass(db, { termsId, listPriceMinor: 4_999 }),
    await makeClass(db, { termsId, listPriceMinor: 4_999 }),
  ]
  const startsAt = Date.now() + 10 * DAY_MS
  const dated = await Promise.all(
    DATES.map(async ({ inClass, listPriceMinor }, date) => {
      const { id } = at(made, inClass)
      return { id, runId: (await makeRun(db, id, { startsAt, seats: at(OFFERED, date), listPriceMinor })).id }
    }),
  )
  for (const { runId } of made) await db.delete(runs).where(eq(runs.id, runId))
  return dated
}

export type Dated = Pick<MadeClass, 'id' | 'runId'>

/** Pays for the move of seats of a student. Returns the outcome. */
export async function payForMove(
  { provider }: Pick<World, 'provider'>,
  student: World['admin'],
  dates: Dated[],
  { from, to, dueMinor }: { from: number; to: number; dueMinor: number },
): Promise<Outcome> {
  const body = { runId: at(dates, to).runId, expected_due: dueMinor / 100 }
  const call = student.call(api.moveEnrolment, { params: { id: at(dates, from).runId }, body })
  const outcome = await readOutcome(call)
  if (outcome !== 'OK') return outcome
  const { clientSecret } = (await call) as StartedMove
  expect(await provider.confirm(clientSecret ?? '')).toBe(200)
  return readOutcome(student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } }))
}

/** Refunds of all payments of a seat, those of its moves included. */
const returnedOfSeat = sql`(select coalesce(sum(refunded_minor + credited_minor), 0) from payments paid
  where paid.id = ${enrolments.paymentId} or paid.seat_payment_id = ${enrolments.paymentId})`.mapWith(Number)

/** Reads what the model predicts of the dates and their seats. */
export async function readDates(db: Database, dates: Dated[]) {
  const ids = dates.map(({ runId }) => runId)
  const all = await db.select().from(runs).where(inArray(runs.id, ids))
  const rows = await db
    .select({ enrolment: enrolments, back: returnedOfSeat })
    .from(enrolments)
    .where(inArray(enrolments.runId, ids))
    .orderBy(sql`${enrolments.id}`)
  return {
    runs: ids.map((id) => {
      const run = all.find((one) => one.id === id)
      return { seats: run?.seats, enroll: run?.enroll, held: run?.held }
    }),
    seats: rows.map(({ enrolment: { id, endedAt, userId, guestName, ...row }, back }) => {
      if (endedAt !== null) return { id, back }
      return { id, back, userId, guestName, number: row.seat, date: ids.indexOf(row.runId), list: row.listPriceMinor }
    }),
  }
}

/** Returns the same by the model. @param named returns the ids of a seat and of a person of the model */
export function predictDates(
  m: PartyModel,
  named: { seat: (index: number) => string; user: (p: number) => string },
): Awaited<ReturnType<typeof readDates>> {
  const rows = m.seats.map(({ isActive, student, guest: guestName, back, number, date, list }, index) => {
    const shown = { id: named.seat(index), back }
    return isActive ? { ...shown, userId: named.user(student), guestName, number, date, list } : shown
  })
  return {
    runs: DATES.map((_, date) => {
      return { seats: countFree(m, date), enroll: countTaken(m, date), held: date === MAIN ? countHeld(m) : 0 }
    }),
    seats: rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
