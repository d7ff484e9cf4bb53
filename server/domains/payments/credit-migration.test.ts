import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { readRows } from '../../platform/database/database.ts'
import { auditLedger } from './audit-ledger.ts'
import { auditRecords, type Findings } from './audit-records.ts'
import { payments } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, RUN] = [id(1), id(2), id(3), id(4)]

/** Inserts a seat that was bought and given up, as the release before does, and a refund of a part of it. */
const insertPurchase = (attempt: number) => [
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, created_at)
    values (${id(attempt)}, ${ADA}, ${CLASS}, ${RUN}, ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, 'eur',
      'settled', ${id(attempt)}, 1, 2, ${attempt})`,
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at) values (${id(attempt + 10)}, ${id(attempt)}, ${ADA}, ${CLASS}, ${RUN}, ${id(attempt)},
    'a@example.test', 'Ada', 'Fog', '/fog', 4999, 'eur', ${id(attempt)}, 'paid', 21)`,
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
]

it('posts credit beside the money of cards, and what the release before writes as that did', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    61,
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
      for (const statement of insertPurchase(12)) await db.execute(statement)
      // All that is left, by the release before.
      await db.execute(
        sql`insert into payment_refunds (payment_id, reason, status, created_at) values (${id(22)}, 'refunded', 'done', 23)`,
      )
      await db.execute(sql`insert into payment_refunds (payment_id, method, amount_minor, reason, status, created_at)
        values (${id(21)}, 'credit', 3000, 'refunded', 'done', 23)`)
      await db.execute(sql`insert into credits (user_id, kind, amount_minor, currency, reason, created_at)
        values (${ADA}, 'granted', 500, 'eur', 'Goodwill', 1), (${OLGA}, 'granted', 700, 'eur', 'Goodwill', 1)`)
      expect(await audit()).toEqual({ discrepancies: [], inProgress: [] })
      const rows = await db.select().from(payments).orderBy(payments.id)
      expect(rows.map((row) => [row.refundedMinor, row.creditedMinor])).toEqual([
        [1000, 3000],
        [4999, 0],
      ])
      const sums = await readRows<{ account: string; minor: string }>(
        db,
        sql`select account, sum(amount_minor) as minor from entries group by 1 order by 1`,
      )
      expect(Object.fromEntries(sums.map(({ account, minor }) => [account, Number(minor)]))).toEqual({
        ...{ card: 9998, card_refunds: -5999, credit: -4200, credit_given: 1200, seats: -999 },
      })
      const tooMuch = sql`insert into payment_refunds (payment_id, method, amount_minor, reason, status, created_at)
        values (${id(21)}, 'credit', 1000, 'refunded', 'done', 24)`
      await expect(db.execute(tooMuch)).rejects.toThrow()
    },
  )
})
