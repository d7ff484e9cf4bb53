import { asc, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { auditRecords, type Findings } from '../payments/audit-records.ts'
import { orderLines, orders } from './orders.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, RUN] = [id(1), id(2), id(3), id(4)]

/** Inserts an attempt as the release before does. */
const insertAttempt = (attempt: number, user: string, status: string, createdAt: number) =>
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, held_seats, created_at) values (${id(attempt)}, ${user}, ${CLASS},
    ${RUN}, ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4500, 'eur', ${status}, ${id(attempt)}, 1,
    ${Date.now() + 900_000}, ${status === 'open' ? 1 : 0}, ${createdAt})`

const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${OLGA}, 'o@example.test', 'Olga', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
    values (${CLASS}, ${OLGA}, 'Fog', '/fog', 4999, 1, 1)`,
  sql`insert into runs (id, class_id, seats, enroll, held, offered, created_at) values (${RUN}, ${CLASS}, 4, 1, 1, 5, 1)`,
  insertAttempt(11, ADA, 'settled', 20),
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at) values (${id(21)}, ${id(11)}, ${ADA}, ${CLASS}, ${RUN}, ${id(11)}, 'a@example.test',
    'Ada', 'Fog', '/fog', 4500, 'eur', ${id(11)}, 'paid', 21)`,
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at)
    values (${ADA}, ${CLASS}, ${RUN}, ${id(21)}, 4999, 21)`,
  insertAttempt(12, OLGA, 'released', 10),
  insertAttempt(13, OLGA, 'open', 30),
]

it('opens an order for each checkout, in their order and with their ids, also for those of the release before', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    48,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      await db.execute(insertAttempt(14, ADA, 'open', 40))
      const rows = await db.select().from(orders).orderBy(asc(orders.number))
      expect(rows.map((row) => [row.id, row.number, row.userId, row.currency, row.createdAt])).toEqual([
        [id(12), 100_001, OLGA, 'eur', 10],
        [id(11), 100_002, ADA, 'eur', 20],
        [id(13), 100_003, OLGA, 'eur', 30],
        [id(14), 100_004, ADA, 'eur', 40],
      ])
      const lines = await db.select().from(orderLines).orderBy(orderLines.orderId)
      const line = { kind: 'seat', classId: CLASS, runId: RUN, text: 'Fog', listPriceMinor: 4999, amountMinor: 4500 }
      expect(lines).toMatchObject([11, 12, 13, 14].map((number) => ({ ...line, orderId: id(number) })))
      await db.execute(sql`update runs set held = 2`)
      const findings: Findings = { discrepancies: [], inProgress: [] }
      await auditRecords(db, findings, Date.now())
      expect(findings).toEqual({ discrepancies: [], inProgress: [] })
    },
  )
})
