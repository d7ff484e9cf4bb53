import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { type Database, readRows } from '../../platform/database/database.ts'
import { auditLedger } from './audit-ledger.ts'
import { auditRecords, type Findings } from './audit-records.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, RUN, NEXT] = [id(1), id(2), id(3), id(4), id(5)]
const COLUMNS = sql.raw(`id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, created_at`)

/** An attempt as the release before inserts it. */
const toAttempt = (attempt: number, runId: string, amount: number) =>
  sql`${id(attempt)}, ${ADA}, ${CLASS}, ${runId}, ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', ${amount}, ${amount}, 'eur', 'settled',
    ${id(attempt)}, 1, 2, ${attempt}`

const toPayment = (attempt: number, runId: string, amount: number, status = 'paid') =>
  sql`${id(attempt + 10)}, ${id(attempt)}, ${ADA}, ${CLASS}, ${runId}, ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', ${amount}, 'eur',
    ${id(attempt)}, ${status}, 21`

const PAYMENT_COLUMNS =
  sql.raw(`id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at`)

/** A seat at 49.99, of which 10.00 became credit at a move to a cheaper date and 5.00 went back to the card. */
const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${OLGA}, 'o@example.test', 'Olga', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at) values (${CLASS}, ${OLGA}, 'Fog', '/fog', 4999, 1, 1)`,
  sql`insert into runs (id, class_id, seats, enroll, offered, created_at) values (${RUN}, ${CLASS}, 4, 1, 5, 1), (${NEXT}, ${CLASS}, 4, 0, 4, 1)`,
  sql`insert into payment_attempts (${COLUMNS}) values (${toAttempt(11, RUN, 4999)})`,
  sql`insert into payments (${PAYMENT_COLUMNS}) values (${toPayment(11, RUN, 4999)})`,
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at)
    values (${ADA}, ${CLASS}, ${RUN}, ${id(21)}, 3999, 21)`,
  sql`insert into payment_refunds (payment_id, method, amount_minor, reason, status, created_at)
    values (${id(21)}, 'credit', 1000, 'moved', 'done', 22), (${id(21)}, 'card', 500, 'refunded', 'done', 23)`,
]

async function findDiscrepancies(db: Database): Promise<Findings> {
  const findings: Findings = { discrepancies: [], inProgress: [] }
  await auditRecords(db, findings, Date.now())
  await auditLedger(db, findings)
  return findings
}

it('leaves payments as they are, whose seats may then be moved for a payment; the release before begins purchases as it did', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    72,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      expect(await findDiscrepancies(db)).toEqual({ discrepancies: [], inProgress: [] })
      await db.execute(
        sql`insert into payment_attempts (${COLUMNS}, seat_payment_id, former_price_minor)
          values (${toAttempt(12, NEXT, 2000)}, ${id(21)}, 3999), (${toAttempt(13, NEXT, 2000)}, ${id(21)}, 3999)`,
      )
      for (const order of [12, 13])
        await db.execute(
          sql`insert into order_lines (order_id, kind, class_id, run_id, text, list_price_minor, amount_minor) values
            (${id(order)}, 'move', ${CLASS}, ${NEXT}, 'Fog', 5499, 1500), (${id(order)}, 'fee', ${CLASS}, ${NEXT}, 'Fee', 0, 500)`,
        )
      await db.execute(
        sql`insert into payments (${PAYMENT_COLUMNS}, seat_payment_id) values (${toPayment(12, NEXT, 2000)}, ${id(21)})`,
      )
      // The money of the other one is returned.
      await db.execute(sql`insert into payments (${PAYMENT_COLUMNS}) values (${toPayment(13, NEXT, 2000, 'refunded')})`)
      await db.execute(
        sql`insert into payment_refunds (payment_id, amount_minor, reason, status, created_at)
          values (${id(23)}, 2000, 'move_gone', 'done', 24)`,
      )
      expect(await findDiscrepancies(db)).toEqual({ discrepancies: [], inProgress: [] })
      await db.execute(sql`insert into payment_attempts (${COLUMNS}) values (${toAttempt(14, RUN, 4999)})`)
      const kinds = sql`select kind from order_lines where order_id = ${id(14)}`
      expect(await readRows(db, kinds)).toEqual([{ kind: 'seat' }])
    },
  )
})
