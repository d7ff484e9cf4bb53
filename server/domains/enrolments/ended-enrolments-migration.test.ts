import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { auditRecords, type Findings } from '../payments/audit-records.ts'
import { enrolments } from './enrolments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const NOW = Date.now()
const DAY = 24 * 3_600_000
const [ADA, LEFT, ADMIN, CLASS] = [id(1), id(2), id(3), id(4)]
const [COMING, OVER, CANCELED, EARLIER] = [id(11), id(12), id(13), id(14)]

const insertRun = (run: string, { start, enrolled, price = null, canceled = null }: Record<string, number | null>) =>
  sql`insert into runs (id, class_id, seats, enroll, offered, list_price_minor, time_zone, starts_at, ends_at, canceled_at, created_at)
    values (${run}, ${CLASS}, ${10 - (enrolled ?? 0)}, ${enrolled}, 10, ${price}, 'UTC', ${start}, ${Number(start) + 1000}, ${canceled}, 1)`

/** Inserts an attempt for `from` and its payment for `run`, with the same id. */
const insertPayment = (payment: string, user: string, run: string, status = 'paid', from = run) => [
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
    list_price_minor, amount_minor, currency, status, intent_id, held_since, held_until, created_at)
    values (${payment}, ${user}, ${CLASS}, ${from}, ${payment}, 'a@example.test', 'Ada', 'Fog', '/fog', 4500, 4500, 'usd', 'settled', ${payment}, 1, 1, 1)`,
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
    amount_paid_minor, currency, transaction_id, status, created_at)
    values (${payment}, ${payment}, ${user}, ${CLASS}, ${run}, ${payment}, 'a@example.test', 'Ada', 'Fog', '/fog', 4500, 'usd', ${payment}, ${status}, 5)`,
]
const insertRefund = (payment: string, reason: string, by: string | null = null) =>
  sql`insert into payment_refunds (payment_id, reason, requested_by, status, created_at)
    values (${payment}, ${reason}, ${by}, 'done', 9)`
const insertEnrolment = (user: string, run: string, payment: string | null = null) =>
  sql`insert into enrolments (user_id, class_id, run_id, source, payment_id, created_at)
    values (${user}, ${CLASS}, ${run}, ${payment === null ? 'granted' : 'payment'}, ${payment}, 5)`

const FILLED = [
  sql`insert into users (id, email, name, created_at, deleted_at) values (${ADA}, 'a@example.test', 'Ada', 1, null),
    (${LEFT}, 'l@example.test', 'Left', 1, ${NOW - DAY}), (${ADMIN}, 'o@example.test', 'Olga', 1, null)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
    values (${CLASS}, ${ADMIN}, 'Fog', '/fog', 4999, 4, 1)`,
  insertRun(COMING, { start: NOW + 30 * DAY, enrolled: 3, price: 6000 }),
  insertRun(OVER, { start: NOW - 30 * DAY, enrolled: 1 }),
  insertRun(CANCELED, { start: NOW + 30 * DAY, enrolled: 1, canceled: 7 }),
  insertRun(EARLIER, { start: NOW + 5 * DAY, enrolled: 0 }),
  // Ada has bought a date and moved, cancelled it before, was refunded another, and paid once for nothing.
  ...insertPayment(id(21), ADA, COMING, 'paid', EARLIER),
  insertEnrolment(ADA, COMING, id(21)),
  ...insertPayment(id(22), ADA, COMING, 'refunded'),
  insertRefund(id(22), 'cancelled', ADA),
  ...insertPayment(id(23), ADA, OVER, 'refunded'),
  insertRefund(id(23), 'refunded', ADMIN),
  ...insertPayment(id(24), ADA, COMING, 'refunded'),
  insertRefund(id(24), 'seat_gone'),
  insertEnrolment(ADA, CANCELED),
  // The one who has left had a place in each.
  ...insertPayment(id(25), LEFT, COMING),
  insertEnrolment(LEFT, COMING, id(25)),
  insertEnrolment(ADMIN, COMING),
  ...insertPayment(id(26), LEFT, OVER),
  insertEnrolment(LEFT, OVER, id(26)),
]

it('writes the enrolments that refunds had deleted, freezes list prices, and frees the seats of users who have left', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    38,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      const rows = await db.select().from(enrolments).orderBy(enrolments.paymentId)
      const byPayment = (payment: string) => rows.find(({ paymentId }) => paymentId === payment)
      expect(byPayment(id(21))).toMatchObject({
        ...{ endedAt: null, endReason: null, listPriceMinor: 4500, startLimit: NOW + 5 * DAY },
      })
      const ended = { endedAt: 9, createdAt: 5, listPriceMinor: 4500, startLimit: null, source: 'payment' }
      expect(byPayment(id(22))).toMatchObject({ ...ended, runId: COMING, endReason: 'cancelled', endedBy: ADA })
      expect(byPayment(id(23))).toMatchObject({ ...ended, runId: OVER, endReason: 'refunded', endedBy: ADMIN })
      expect(byPayment(id(24))).toBeUndefined()
      expect(byPayment(id(25))).toMatchObject({ endReason: 'account_deleted', endedBy: null })
      expect(byPayment(id(26))).toMatchObject({ endReason: null })
      const granted = rows.filter(({ paymentId }) => paymentId === null)
      expect(granted.map(({ runId, endReason, listPriceMinor }) => [runId, endReason, listPriceMinor]).sort()).toEqual([
        [COMING, null, 6000],
        [CANCELED, 'run_canceled', 4999],
      ])
      const seats = await db.select({ id: runs.id, seats: runs.seats, enroll: runs.enroll }).from(runs).orderBy(runs.id)
      expect(seats).toEqual([
        { id: COMING, seats: 8, enroll: 2 },
        { id: OVER, seats: 9, enroll: 1 },
        { id: CANCELED, seats: 10, enroll: 0 },
        { id: EARLIER, seats: 10, enroll: 0 },
      ])
      const findings: Findings = { discrepancies: [], inProgress: [] }
      await auditRecords(db, findings, NOW)
      expect(findings).toEqual({ discrepancies: [], inProgress: [] })
      // The release before names neither the price nor an end.
      await db.execute(insertEnrolment(ADA, OVER))
      const [inserted] = await db
        .select()
        .from(enrolments)
        .where(sql`${enrolments.runId} = ${OVER} and ${enrolments.source} = 'granted'`)
      expect(inserted).toMatchObject({ listPriceMinor: 4999, endedAt: null })
    },
  )
})
