import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { cartItems } from './cart.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [USER, FOG, SEA, FOG_RUN, SEA_RUN] = [id(1), id(2), id(3), id(4), id(5)]

it('selections from before have the price of their run, or else of their class', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    41,
    async (db) => {
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Ada', 1)`,
      )
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${FOG}, ${USER}, 'Fog', '/fog', 4999, 1), (${SEA}, ${USER}, 'Sea', '/sea', 6000, 2)`)
      await db.execute(sql`insert into runs (id, class_id, seats, offered, list_price_minor, created_at)
        values (${FOG_RUN}, ${FOG}, 3, 3, null, 1), (${SEA_RUN}, ${SEA}, 3, 3, 8000, 2)`)
      await db.execute(sql`insert into cart_items (user_id, class_id, run_id, created_at)
        values (${USER}, ${FOG}, ${FOG_RUN}, 1), (${USER}, ${SEA}, ${SEA_RUN}, 2)`)
    },
    async (db) => {
      const items = await db.select({ price: cartItems.listPriceMinor }).from(cartItems).orderBy(cartItems.createdAt)
      expect(items).toEqual([{ price: 4999 }, { price: 8000 }])
    },
  )
})
