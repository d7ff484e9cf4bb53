import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { credits } from '../credit/credit.table.ts'
import { auditLedger } from '../payments/audit-ledger.ts'
import { auditRecords, type Findings } from '../payments/audit-records.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, RUN, VOUCHER] = [id(1), id(2), id(3), id(4), id(5)]

/** Inserts a seat that is paid by card and with credit, as the release before does. */
const insertAttempt = (attempt: number, creditMinor: number) =>
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, credit_minor, currency, status, intent_id, held_since, held_until, created_at)
    values (${id(attempt)}, ${ADA}, ${CLASS}, ${RUN}, ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, ${creditMinor},
      'eur', 'settled', ${id(attempt)}, 1, 2, ${attempt})`

const insertPayment = (attempt: number, creditMinor: number) => [
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    credit_minor, currency, transaction_id, status, created_at) values (${id(attempt + 10)}, ${id(attempt)}, ${ADA}, ${CLASS}, ${RUN},
    ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', ${4999 - creditMinor}, ${creditMinor}, 'eur', ${id(attempt)}, 'paid', 21)`,
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at, ended_at, end_reason)
    values (${ADA}, ${CLASS}, ${RUN}, ${id(attempt + 10)}, 4999, 21, 22, 'cancelled')`,
]

it('spends a voucher that a checkout has reserved, also where the release before records its payment', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    63,
    async (db) => {
      for (const statement of [
        sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${OLGA}, 'o@example.test', 'Olga', 1)`,
        sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
          values (${CLASS}, ${OLGA}, 'Fog', '/fog', 4999, 0, 1)`,
        sql`insert into runs (id, class_id, seats, enroll, offered, created_at) values (${RUN}, ${CLASS}, 5, 0, 5, 1)`,
        sql`insert into credits (user_id, kind, amount_minor, currency, reason, created_at)
          values (${ADA}, 'granted', 700, 'eur', 'Goodwill', 1)`,
        insertAttempt(11, 500),
        ...insertPayment(11, 500),
      ])
        await db.execute(statement)
    },
    async (db) => {
      const audit = async () => {
        const findings: Findings = { discrepancies: [], inProgress: [] }
        await auditRecords(db, findings, Date.now())
        await auditLedger(db, findings)
        return findings
      }
      expect(await audit()).toEqual({ discrepancies: [], inProgress: [] })
      await db.execute(sql`insert into vouchers (id, code_hash, last_four, amount_minor, currency, status, created_by, last_day, created_at)
        values (${VOUCHER}, 'hash', 'C3WD', 2000, 'eur', 'issued', ${OLGA}, '2099-12-31', 1)`)
      await db.execute(insertAttempt(12, 1500))
      await db.execute(sql`update payment_attempts set voucher_minor = 1500 where id = ${id(12)}`)
      await db.execute(
        sql`insert into voucher_uses (attempt_id, voucher_id, amount_minor) values (${id(12)}, ${VOUCHER}, 1500)`,
      )
      for (const statement of insertPayment(12, 1500)) await db.execute(statement)
      expect(await db.select().from(credits).orderBy(credits.createdAt)).toMatchObject([
        { kind: 'granted', amountMinor: 700 },
        { kind: 'voucher', amountMinor: 1500, voucherId: VOUCHER, userId: ADA },
      ])
      expect(await audit()).toEqual({ discrepancies: [], inProgress: [] })
    },
  )
})
