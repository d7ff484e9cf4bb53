import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'

it('existing classes are for all levels and have no texts', { timeout: UPGRADE_TIMEOUT_MS }, async () => {
  await upgradeFrom(
    14,
    async (db) => {
      await db.execute(
        sql`insert into users (email, name, role, created_at) values ('a@example.test', 'Ada', 'instructor', 1)`,
      )
      await db.execute(sql`insert into classes (instructor_id, name, image, list_price_minor, seats, offered, created_at)
        select id, 'Fog', '/pictures/fog.webp', 4999, 5, 5, 1 from users`)
    },
    async (db) => {
      const { rows } = (await db.execute(
        sql`select name, level, description, bring, outcome, updated_at from classes`,
      )) as { rows: unknown[] }
      const texts = { description: '', bring: '', outcome: '' }
      expect(rows).toEqual([{ name: 'Fog', level: 'any', ...texts, updated_at: null }])
    },
  )
})
