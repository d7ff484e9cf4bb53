import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { orderLines, orders } from '../orders/orders.table.ts'
import { auditRecords, type Findings } from './audit-records.ts'
import { attempts } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, RUN, OTHER, OTHER_RUN] = [id(1), id(2), id(3), id(4), id(5), id(6)]

const COLUMNS = sql.raw(`id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, created_at`)

/** An attempt as the release before inserts it. */
const toValues = (attempt: number, classId = CLASS, runId = RUN) =>
  sql`${id(attempt)}, ${ADA}, ${classId}, ${runId}, ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, 'eur', 'settled'`

const insertAttempt = (attempt: number) =>
  sql`insert into payment_attempts (${COLUMNS}) values (${toValues(attempt)}, ${id(attempt)}, 1, 2, ${attempt})`

const insertPayment = (attempt: number, transaction: number) =>
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at) values (${id(attempt + 10)}, ${id(attempt)}, ${ADA}, ${CLASS}, ${RUN}, ${id(attempt)},
    'a@example.test', 'Ada', 'Fog', '/fog', 4999, 'eur', ${id(transaction)}, 'paid', 21)`

const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${OLGA}, 'o@example.test', 'Olga', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
    values (${CLASS}, ${OLGA}, 'Fog', '/fog', 4999, 1, 1), (${OTHER}, ${OLGA}, 'Dawn', '/dawn', 4999, 0, 1)`,
  sql`insert into runs (id, class_id, seats, enroll, offered, created_at)
    values (${RUN}, ${CLASS}, 4, 1, 5, 1), (${OTHER_RUN}, ${OTHER}, 4, 0, 4, 1)`,
  insertAttempt(11),
  insertPayment(11, 11),
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at)
    values (${ADA}, ${CLASS}, ${RUN}, ${id(21)}, 4999, 21)`,
]

it('makes each attempt the first one of its order, also of the release before, which refunds no seat of an order with several', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    54,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      const findings: Findings = { discrepancies: [], inProgress: [] }
      await auditRecords(db, findings, Date.now())
      expect(findings).toEqual({ discrepancies: [], inProgress: [] })
      await db.execute(insertAttempt(12))
      expect(
        await db.select({ id: attempts.id, orderId: attempts.orderId }).from(attempts).orderBy(attempts.id),
      ).toEqual([11, 12].map((number) => ({ id: id(number), orderId: id(number) })))
      await db.execute(
        sql`insert into payment_attempts (order_id, ${COLUMNS}) values (${id(13)}, ${toValues(13)}, ${id(13)}, 1, 2, 13),
          (${id(13)}, ${toValues(14, OTHER, OTHER_RUN)}, null, 1, 2, 13)`,
      )
      expect((await db.select({ id: orders.id }).from(orders).orderBy(orders.number)).map((row) => row.id)).toEqual(
        [11, 12, 13].map(id),
      )
      const lines = await db.select({ orderId: orderLines.orderId }).from(orderLines).orderBy(orderLines.orderId)
      expect(lines.map(({ orderId }) => orderId)).toEqual([11, 12, 13, 13].map(id))
      for (const attempt of [13, 14]) await db.execute(insertPayment(attempt, 13))
      const refund = (payment: number) =>
        db.execute(
          sql`insert into payment_refunds (payment_id, reason, created_at) values (${id(payment)}, 'refunded', 1)`,
        )
      await refund(21)
      await expect(refund(23)).rejects.toThrow()
    },
  )
})
