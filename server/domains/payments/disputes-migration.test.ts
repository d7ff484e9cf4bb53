import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { attempts, payments } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [USER, CLASS, CART, FAILED, DONE, DISPUTED] = [id(1), id(2), id(3), id(4), id(5), id(6)]

it('turns payments whose refund failed back into paid ones, and marks disputed ones', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    11,
    async (db) => {
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Ada', 1)`,
      )
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, seats, enroll, offered, created_at)
        values (${CLASS}, ${USER}, 'Fog', '/fog', 4999, 9, 0, 9, 1)`)
      for (const [payment, status] of [
        [FAILED, 'refunded'],
        [DONE, 'refunded'],
        [DISPUTED, 'paid'],
      ]) {
        await db.execute(sql`insert into payment_attempts (id, user_id, class_id, cart_id, email, name, class_name, class_image,
          list_price_minor, amount_minor, currency, status, intent_id, held_since, held_until, created_at)
          values (${payment}, ${USER}, ${CLASS}, ${CART}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 4999, 'usd', 'settled',
          ${payment}, 1, 1, 1)`)
        await db.execute(sql`insert into payments (id, attempt_id, user_id, class_id, cart_id, email, name, class_name, class_image,
          amount_paid_minor, currency, transaction_id, status, created_at) values (${payment}, ${payment}, ${USER}, ${CLASS}, ${CART},
          'a@example.test', 'Ada', 'Fog', '/fog', 4999, 'usd', ${payment}, ${status}, 1)`)
      }
      await db.execute(sql`insert into payment_refunds (payment_id, reason, status, created_at)
        values (${FAILED}, 'cancelled', 'failed', 1), (${DONE}, 'cancelled', 'done', 1)`)
      await db.execute(sql`insert into payment_incidents (payment_id, intent_id, text, created_at) values
        (${DISPUTED}, ${DISPUTED}, 'The cardholder disputes this payment with their bank. Respond in …', 1)`)
    },
    async (db) => {
      const rows = await db.select().from(payments).orderBy(payments.id)
      expect(rows.map((row) => [row.id, row.status, row.isDisputed])).toEqual([
        [FAILED, 'paid', false],
        [DONE, 'refunded', false],
        [DISPUTED, 'paid', true],
      ])
      expect(await db.select({ confirmed: attempts.emailConfirmed }).from(attempts)).toEqual(
        [1, 2, 3].map(() => ({ confirmed: true })),
      )
    },
  )
})
