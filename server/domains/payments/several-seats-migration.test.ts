import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { cartItems } from '../cart/cart.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { orderLines } from '../orders/orders.table.ts'
import { attempts } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, CLASS, RUN, CART, FIRST, SECOND] = [id(1), id(2), id(3), id(4), id(5), id(6)]

it('selections, checkouts, places and lines from before have one seat, and the release before may begin a checkout', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  const columns = sql`(id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor, amount_minor,
    currency, status, held_since, held_until, held_seats, created_at, order_id)`
  const values = (
    attempt: string,
    status: string,
  ) => sql`(${attempt}, ${ADA}, ${CLASS}, ${RUN}, ${CART}, 'a', 'Ada', 'Fog', '/fog', 4999, 4999,
    'usd', ${status}, 1, 2, ${status === 'open' ? 1 : 0}, 1, ${attempt})`
  await upgradeFrom(
    65,
    async (db) => {
      await db.execute(sql`insert into users (id, email, name, created_at) values (${ADA}, 'a', 'Ada', 1)`)
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${ADA}, 'Fog', '/fog', 4999, 1)`)
      await db.execute(sql`insert into runs (id, class_id, seats, enroll, offered, held, created_at)
        values (${RUN}, ${CLASS}, 2, 1, 3, 0, 1)`)
      await db.execute(sql`insert into cart_items (id, user_id, class_id, run_id, created_at)
        values (${CART}, ${ADA}, ${CLASS}, ${RUN}, 1)`)
      await db.execute(sql`insert into enrolments (user_id, class_id, run_id, source, list_price_minor, created_at)
        values (${ADA}, ${CLASS}, ${RUN}, 'granted', 4999, 1)`)
      await db.execute(sql`insert into payment_attempts ${columns} values ${values(FIRST, 'released')}`)
    },
    async (db) => {
      await db.execute(sql`insert into payment_attempts ${columns} values ${values(SECOND, 'open')}`)
      const all = await Promise.all(
        [cartItems, enrolments, attempts, orderLines].map((table) => db.select().from(table)),
      )
      expect(all.map((rows) => rows.length)).toEqual([1, 1, 2, 2])
      expect(all[0]).toMatchObject([{ seats: 1 }])
      for (const rows of all.slice(1)) for (const row of rows) expect(row).toMatchObject({ seat: 1 })
      const again = db.execute(sql`insert into payment_attempts ${columns} values ${values(id(7), 'open')}`)
      await expect(again).rejects.toThrow()
    },
  )
})
