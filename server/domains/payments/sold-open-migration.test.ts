import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { payments } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, CLASS, OPEN, DATED] = [id(1), id(2), id(3), id(4)]

it('records which payments from before have bought a seat without dates', { timeout: UPGRADE_TIMEOUT_MS }, async () => {
  await upgradeFrom(
    83,
    async (db) => {
      await db.execute(sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1)`)
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${ADA}, 'Fog', '/fog', 4999, 1)`)
      await db.execute(sql`insert into runs (id, class_id, seats, enroll, offered, created_at, starts_at, ends_at, time_zone)
        values (${OPEN}, ${CLASS}, 5, 0, 5, 1, null, null, null), (${DATED}, ${CLASS}, 5, 0, 5, 1, 10, 20, 'UTC')`)
      for (const [number, run] of [OPEN, DATED].entries()) {
        const [attempt, payment] = [id(11 + number), id(21 + number)]
        await db.execute(sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
          list_price_minor, amount_minor, currency, status, intent_id, held_since, held_until, created_at)
          values (${attempt}, ${ADA}, ${CLASS}, ${run}, ${attempt}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, 'eur', 'settled',
            ${attempt}, 1, 2, 1)`)
        await db.execute(sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
          amount_paid_minor, currency, transaction_id, status, created_at)
          values (${payment}, ${attempt}, ${ADA}, ${CLASS}, ${run}, ${attempt}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 'eur',
            ${attempt}, 'paid', 21)`)
      }
    },
    async (db) => {
      const rows = await db.select().from(payments).orderBy(payments.id)
      expect(rows.map(({ soldOpen }) => soldOpen)).toEqual([true, false])
    },
  )
})
