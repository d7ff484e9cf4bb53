import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { type Database, readRows } from '../../platform/database/database.ts'
import { auditLedger } from './audit-ledger.ts'
import { auditRecords, type Findings } from './audit-records.ts'
import { payments } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, RUN, PAYMENT] = [id(1), id(2), id(3), id(4), id(5)]

const insertRefund = (method: 'card' | 'credit', minor: number, createdAt: number) =>
  sql`insert into payment_refunds (payment_id, method, amount_minor, reason, status, created_at)
    values (${PAYMENT}, ${method}, ${minor}, 'refunded', 'done', ${createdAt})`

/** A seat whose student keeps it, though parts of its payment went back. */
const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${OLGA}, 'o@example.test', 'Olga', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
    values (${CLASS}, ${OLGA}, 'Fog', '/fog', 4999, 1, 1)`,
  sql`insert into runs (id, class_id, seats, enroll, offered, created_at) values (${RUN}, ${CLASS}, 4, 1, 5, 1)`,
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, created_at) values (${PAYMENT}, ${ADA}, ${CLASS}, ${RUN}, ${PAYMENT},
    'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, 'eur', 'settled', ${PAYMENT}, 1, 2, 1)`,
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at) values (${PAYMENT}, ${PAYMENT}, ${ADA}, ${CLASS}, ${RUN}, ${PAYMENT}, 'a@example.test',
    'Ada', 'Fog', '/fog', 4999, 'eur', ${PAYMENT}, 'paid', 2)`,
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at)
    values (${ADA}, ${CLASS}, ${RUN}, ${PAYMENT}, 4999, 2)`,
  insertRefund('card', 1000, 3),
  insertRefund('credit', 500, 4),
]

/** Runs two statements in transactions of their own, the second one before the first one commits. */
async function runAtOnce(db: Database, first: SQL, second: SQL): Promise<void> {
  const isWaiting = async () => {
    const ofLock = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await readRows(db, ofLock)).length === 1
  }
  const { waiting } = await db.transaction(async (tx) => {
    await tx.execute(first)
    const other = db.transaction(async (later) => void (await later.execute(second)))
    await expect.poll(isWaiting, { interval: 20 }).toBe(true)
    return { waiting: other }
  })
  await waiting
}

it('sums the refunds of a payment that two transactions record at once, whichever commits first', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    81,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      const read = async () => {
        const findings: Findings = { discrepancies: [], inProgress: [] }
        await auditRecords(db, findings, Date.now())
        await auditLedger(db, findings)
        expect(findings).toEqual({ discrepancies: [], inProgress: [] })
        const [row] = await db.select().from(payments)
        return [row?.refundedMinor, row?.creditedMinor]
      }
      expect(await read()).toEqual([1000, 500])
      await runAtOnce(db, insertRefund('card', 700, 5), insertRefund('credit', 300, 6))
      expect(await read()).toEqual([1700, 800])
      const fail = sql`update payment_refunds set status = 'failed' where amount_minor = 700`
      await runAtOnce(db, fail, insertRefund('card', 200, 7))
      const [row] = await db.select().from(payments)
      expect([row?.refundedMinor, row?.creditedMinor]).toEqual([1200, 800])
    },
  )
})
