import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { auditRecords, type Findings } from './audit-records.ts'
import { payments, refunds } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, CLASS, RUN, PAID, BACK, FAILED, RETURNED] = [id(1), id(2), id(3), id(4), id(5), id(6), id(7)]

const insertPayment = (payment: string, status: string, amount: number) => [
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, created_at) values (${payment}, ${ADA}, ${CLASS}, ${RUN}, ${payment},
    'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, 'usd', 'settled', ${payment}, 1, 1, 1)`,
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at) values (${payment}, ${payment}, ${ADA}, ${CLASS}, ${RUN}, ${payment}, 'a@example.test',
    'Ada', 'Fog', '/fog', ${amount}, 'usd', ${payment}, ${status}, 5)`,
]
const insertEnrolment = (payment: string, ended: boolean) =>
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at, ended_at, end_reason) values
    (${ADA}, ${CLASS}, ${RUN}, ${payment}, 4999, 5, ${ended ? 9 : null}, ${ended ? 'refunded' : null})`
const insertRefund = (payment: string, reason: string, status: string) =>
  sql`insert into payment_refunds (payment_id, reason, status, created_at) values (${payment}, ${reason}, ${status}, 9)`

const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
    values (${CLASS}, ${ADA}, 'Fog', '/fog', 4999, 1, 1)`,
  sql`insert into runs (id, class_id, seats, enroll, offered, created_at) values (${RUN}, ${CLASS}, 4, 1, 5, 1)`,
  ...insertPayment(PAID, 'paid', 4999),
  insertEnrolment(PAID, false),
  ...insertPayment(BACK, 'refunded', 4999),
  insertEnrolment(BACK, true),
  insertRefund(BACK, 'refunded', 'done'),
  ...insertPayment(FAILED, 'paid', 4999),
  insertEnrolment(FAILED, true),
  insertRefund(FAILED, 'refunded', 'failed'),
  ...insertPayment(RETURNED, 'refunded', 5000),
  insertRefund(RETURNED, 'amount_differs', 'queued'),
]

it('gives every refund the amount of its payment, also those of the release before', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    46,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      const findings: Findings = { discrepancies: [], inProgress: [] }
      await auditRecords(db, findings, Date.now())
      expect(findings).toEqual({
        discrepancies: [{ kind: 'payment', id: FAILED, text: 'its refund failed: null' }],
        inProgress: [{ kind: 'payment', id: RETURNED, text: 'its refund is queued' }],
      })
      const read = async () =>
        (await db.select().from(payments).orderBy(payments.id)).map(({ refundedMinor }) => refundedMinor)
      expect(await read()).toEqual([0, 4999, 0, 5000])
      const amounts = await db.select({ minor: refunds.amountMinor }).from(refunds).orderBy(refunds.paymentId)
      expect(amounts.map(({ minor }) => minor)).toEqual([4999, 4999, 5000])
      // The release before names no amount, and refunds what is left.
      await db.execute(
        sql`insert into payment_refunds (payment_id, amount_minor, reason, created_at) values (${PAID}, 999, 'refunded', 6)`,
      )
      await db.execute(insertRefund(PAID, 'cancelled', 'queued'))
      expect(await read()).toEqual([4999, 4999, 0, 5000])
      await db.execute(
        sql`update payment_refunds set status = 'failed' where payment_id = ${PAID} and reason = 'cancelled'`,
      )
      expect(await read()).toEqual([999, 4999, 0, 5000])
    },
  )
})
