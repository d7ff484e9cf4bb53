import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { auditRecords, type Findings } from './audit-records.ts'
import { attempts } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const NOW = Date.now()
const [ADA, ADMIN, CLASS, BUSY, QUIET] = [id(1), id(2), id(3), id(4), id(5)]

const insertRun = (run: string, enrolled: number) =>
  sql`insert into runs (id, class_id, seats, enroll, offered, created_at) values (${run}, ${CLASS}, ${5 - enrolled}, ${enrolled}, 5, 1)`

/** Inserts an attempt as the release before does. */
const insertAttempt = (attempt: number, user: string, run: string, status: string) =>
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor,
    amount_minor, currency, status, intent_id, held_since, held_until, created_at) values (${id(attempt)}, ${user}, ${CLASS}, ${run},
    ${id(attempt)}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, 'usd', ${status}, ${id(attempt)}, 1, ${NOW + 900_000}, 1)`

const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${ADMIN}, 'o@example.test', 'Olga', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, created_at)
    values (${CLASS}, ${ADMIN}, 'Fog', '/fog', 4999, 1, 1)`,
  insertRun(BUSY, 1),
  insertRun(QUIET, 0),
  insertAttempt(11, ADA, BUSY, 'settled'),
  sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor,
    currency, transaction_id, status, created_at) values (${id(11)}, ${id(11)}, ${ADA}, ${CLASS}, ${BUSY}, ${id(11)}, 'a@example.test',
    'Ada', 'Fog', '/fog', 4999, 'usd', ${id(11)}, 'paid', 1)`,
  sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at) values (${ADA}, ${CLASS}, ${BUSY}, ${id(11)}, 4999, 1)`,
  insertAttempt(12, ADA, BUSY, 'released'),
  insertAttempt(13, ADA, BUSY, 'open'),
  insertAttempt(14, ADMIN, BUSY, 'open'),
]

it('counts the seats that checkouts hold, also those of the release before, and tells nobody of them', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    45,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      const read = async () => {
        const findings: Findings = { discrepancies: [], inProgress: [] }
        await auditRecords(db, findings, NOW)
        expect(findings).toEqual({ discrepancies: [], inProgress: [] })
        const columns = { seats: runs.seats, held: runs.held, enroll: runs.enroll, version: runs.version }
        return db.select(columns).from(runs).orderBy(runs.id)
      }
      const busy = { seats: 4, enroll: 1, version: 1 }
      const quiet = { seats: 5, held: 0, enroll: 0, version: 1 }
      expect(await read()).toEqual([{ ...busy, held: 2 }, quiet])
      // The release before neither counts seats nor knows the column.
      await db.execute(sql`update payment_attempts set status = 'released' where id = ${id(13)}`)
      expect(await read()).toEqual([{ ...busy, held: 1 }, quiet])
      await db.execute(insertAttempt(15, ADA, BUSY, 'open'))
      expect(await read()).toEqual([{ ...busy, held: 2 }, quiet])
      await db.execute(
        sql`update payment_attempts set held_until = ${NOW + 1}, email_confirmed = false where id = ${id(15)}`,
      )
      await db.execute(sql`update payment_attempts set status = 'settled' where id = ${id(13)}`)
      await db.execute(sql`update payment_attempts set status = 'released' where id = ${id(13)}`)
      expect(await read()).toEqual([{ ...busy, held: 2 }, quiet])
      const held = await db.select({ id: attempts.id, held: attempts.heldSeats }).from(attempts).orderBy(attempts.id)
      expect(held.map((row) => row.held)).toEqual([0, 0, 0, 1, 1])
      // A sale is a new version of its run.
      await db.execute(sql`update runs set seats = seats - 1, enroll = enroll + 1, held = held - 1 where id = ${BUSY}`)
      const [sold] = await db.select({ version: runs.version }).from(runs).orderBy(runs.id)
      expect(sold?.version).toBe(2)
    },
  )
})
