import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { runs } from '../classes/runs/runs.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, CLASS, RUN] = [id(1), id(2), id(3)]

it('a date from before shows its seats, and the release before can sell one and hold one', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    59,
    async (db) => {
      await db.execute(sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1)`)
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${ADA}, 'Fog', '/fog', 4999, 1)`)
      await db.execute(
        sql`insert into runs (id, class_id, seats, held, offered, created_at) values (${RUN}, ${CLASS}, 3, 1, 3, 1)`,
      )
    },
    async (db) => {
      const { seats, held, offers, waiting, shownSeats, version } = runs
      const read = async () => (await db.select({ seats, held, offers, waiting, shownSeats, version }).from(runs))[0]
      expect(await read()).toEqual({ seats: 3, held: 1, offers: 0, waiting: 0, shownSeats: 3, version: 1 })
      await db.execute(sql`update runs set held = held + 1`)
      await db.execute(sql`update runs set waiting = waiting + 1`)
      expect(await read()).toMatchObject({ held: 2, shownSeats: 0, version: 1 })
      await db.execute(sql`update runs set waiting = 0, offers = 1`)
      expect(await read()).toMatchObject({ shownSeats: 2, version: 1 })
      await db.execute(sql`update runs set seats = seats - 1, enroll = enroll + 1, held = held - 1`)
      expect(await read()).toMatchObject({ seats: 2, shownSeats: 1, version: 2 })
    },
  )
})
