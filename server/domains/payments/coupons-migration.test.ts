import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { orderLines } from '../orders/orders.table.ts'
import { auditLedger } from './audit-ledger.ts'
import { auditRecords, type Findings } from './audit-records.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, RUN] = [id(1), id(2), id(3), id(4)]

/** Inserts a seat that was bought, as the release before does, and a refund of a part of it. */
const insertPurchase = (attempt: number, columns = sql``, values = sql``, paidMinor = 4999) => [
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, created_at ${columns})
    values (${id(attempt)}, ${ADA}, ${CLASS}, ${RUN}, ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, ${paidMinor}, 'eur',
      'settled', ${id(attempt)}, 1, 2, ${attempt} ${values})`,
]
const insertPayment = (attempt: number, paidMinor = 4999) => [
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at) values (${id(attempt + 10)}, ${id(attempt)}, ${ADA}, ${CLASS}, ${RUN}, ${id(attempt)},
    'a@example.test', 'Ada', 'Fog', '/fog', ${paidMinor}, 'eur', ${id(attempt)}, 'paid', 21)`,
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at, ended_at, end_reason)
    values (${ADA}, ${CLASS}, ${RUN}, ${id(attempt + 10)}, 4999, 21, 22, 'cancelled')`,
  sql`insert into payment_refunds (payment_id, amount_minor, reason, status, created_at)
    values (${id(attempt + 10)}, 1000, 'cancelled', 'done', 22)`,
  sql`update payments set status = 'refunded' where id = ${id(attempt + 10)}`,
]

const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${OLGA}, 'o@example.test', 'Olga', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
    values (${CLASS}, ${OLGA}, 'Fog', '/fog', 4999, 0, 1)`,
  sql`insert into runs (id, class_id, seats, enroll, offered, created_at) values (${RUN}, ${CLASS}, 5, 0, 5, 1)`,
  ...insertPurchase(11),
  ...insertPayment(11),
]

it('gives a discounted seat two lines that its refunds balance, and leaves those of the release before as they are', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    58,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      const audit = async () => {
        const findings: Findings = { discrepancies: [], inProgress: [] }
        await auditRecords(db, findings, Date.now())
        await auditLedger(db, findings)
        return findings
      }
      expect(await audit()).toEqual({ discrepancies: [], inProgress: [] })
      for (const statement of [...insertPurchase(12), ...insertPayment(12)]) await db.execute(statement)
      for (const statement of insertPurchase(13, sql`, discount_minor`, sql`, 999`, 4000)) await db.execute(statement)
      await db.execute(sql`insert into order_lines (order_id, kind, class_id, run_id, text, list_price_minor, amount_minor)
        values (${id(13)}, 'discount', ${CLASS}, ${RUN}, 'Coupon', 0, -999)`)
      for (const statement of insertPayment(13, 4000)) await db.execute(statement)
      expect(await audit()).toEqual({ discrepancies: [], inProgress: [] })
      const lines = await db.select().from(orderLines).orderBy(orderLines.orderId, orderLines.amountMinor)
      expect(lines.map(({ orderId, amountMinor }) => [orderId, amountMinor])).toEqual([
        [id(11), 4999],
        [id(12), 4999],
        [id(13), -999],
        [id(13), 4999],
      ])
    },
  )
})
