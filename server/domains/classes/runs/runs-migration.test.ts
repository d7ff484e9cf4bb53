import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../../testing/databases/upgrade.ts'
import { cartItems } from '../../cart/cart.table.ts'
import { enrolments } from '../../enrolments/enrolments.table.ts'
import { auditRecords, type Findings } from '../../payments/audit-records.ts'
import { attempts, payments } from '../../payments/payments.table.ts'
import { classes } from '../classes.table.ts'
import { runs } from './runs.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [USER, SOLD, EMPTY, CART, PAYMENT] = [id(1), id(2), id(3), id(4), id(5)]
const PURCHASE = sql`${USER}, ${SOLD}, ${CART}, 'a@example.test', 'Ada', 'Fog', '/fog'`

it('gives every class one open run with its seats, and its purchases belong to that run', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    15,
    async (db) => {
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Ada', 1)`,
      )
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, seats, enroll, offered, created_at)
        values (${SOLD}, ${USER}, 'Fog', '/fog', 4999, 9, 1, 10, 1), (${EMPTY}, ${USER}, 'Sea', '/sea', 4999, 0, 0, 0, 2)`)
      await db.execute(sql`insert into cart_items (user_id, class_id, created_at) values (${USER}, ${EMPTY}, 1)`)
      await db.execute(sql`insert into payment_attempts (id, user_id, class_id, cart_id, email, name, class_name, class_image,
        list_price_minor, amount_minor, currency, status, intent_id, held_since, held_until, created_at)
        values (${PAYMENT}, ${PURCHASE}, 4999, 4999, 'usd', 'settled', 'pi_1', 1, 1, 1)`)
      await db.execute(sql`insert into payments (id, attempt_id, user_id, class_id, cart_id, email, name, class_name, class_image,
        amount_paid_minor, currency, transaction_id, status, created_at)
        values (${PAYMENT}, ${PAYMENT}, ${PURCHASE}, 4999, 'usd', 'pi_1', 'paid', 1)`)
      await db.execute(sql`insert into enrolments (user_id, class_id, payment_id, created_at)
        values (${USER}, ${SOLD}, ${PAYMENT}, 1)`)
    },
    async (db) => {
      const [sold, empty] = await db.select().from(runs).orderBy(runs.createdAt)
      expect(sold).toMatchObject({ classId: SOLD, seats: 9, enroll: 1, offered: 10, startsAt: null, canceledAt: null })
      expect(empty).toMatchObject({ classId: EMPTY, seats: 0, enroll: 0, offered: 0 })
      for (const table of [attempts, payments, enrolments])
        expect(await db.select({ runId: table.runId }).from(table)).toEqual([{ runId: sold?.id }])
      expect(await db.select({ runId: cartItems.runId }).from(cartItems)).toEqual([{ runId: empty?.id }])
      expect(await db.select({ source: enrolments.source }).from(enrolments)).toEqual([{ source: 'payment' }])
      expect(await db.select({ version: classes.version }).from(classes)).toEqual([{ version: 1 }, { version: 1 }])
      const findings: Findings = { discrepancies: [], inProgress: [] }
      await auditRecords(db, findings, Date.now())
      expect(findings).toEqual({ discrepancies: [], inProgress: [] })
    },
  )
})
