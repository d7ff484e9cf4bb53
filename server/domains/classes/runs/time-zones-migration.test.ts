import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../../testing/databases/upgrade.ts'
import { school } from '../../school/school.table.ts'
import { runs } from './runs.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const FORMER = ['Asia/Calcutta', 'us/eastern', 'BST', 'Europe/Oslo', null]
const PRESENT = ['Asia/Kolkata', 'America/New_York', 'Asia/Dhaka', 'Europe/Oslo', null]

it('gives the zones of dates and of the school their present names, and no row another version', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    36,
    async (db) => {
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${id(0)}, 'a@example.test', 'Ada', 1)`,
      )
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${id(0)}, ${id(0)}, 'Fog', '/fog', 4999, 1)`)
      for (const [index, zone] of FORMER.entries())
        await db.execute(sql`insert into runs (id, class_id, seats, offered, time_zone, created_at)
          values (${id(index)}, ${id(0)}, 1, 1, ${zone}, 1)`)
      await db.execute(sql`update school set time_zone = 'Europe/Kiev'`)
    },
    async (db) => {
      const rows = await db.select({ zone: runs.timeZone, version: runs.version }).from(runs).orderBy(runs.id)
      expect(rows).toEqual(PRESENT.map((zone) => ({ zone, version: 1 })))
      expect(await db.select({ zone: school.time_zone, version: school.version }).from(school)).toEqual([
        { zone: 'Europe/Kyiv', version: 2 },
      ])
      await db.execute(sql`update school set name = 'Aperture'`)
      expect(await db.select({ version: school.version }).from(school)).toEqual([{ version: 3 }])
    },
  )
})
