import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'

it('existing classes have no exposure', { timeout: UPGRADE_TIMEOUT_MS }, async () => {
  await upgradeFrom(
    28,
    async (db) => {
      await db.execute(
        sql`insert into users (email, name, role, created_at) values ('a@example.test', 'Ada', 'instructor', 1)`,
      )
      await db.execute(sql`insert into classes (instructor_id, name, image, list_price_minor, created_at)
        select id, 'Fog', '/pictures/fog.webp', 4999, 1 from users`)
    },
    async (db) => {
      const { rows } = (await db.execute(sql`select name, exposure from classes`)) as { rows: unknown[] }
      expect(rows).toEqual([{ name: 'Fog', exposure: '' }])
    },
  )
})
