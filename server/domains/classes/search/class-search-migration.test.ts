import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../../testing/databases/upgrade.ts'
import { runTimes } from '../runs/run-times.table.ts'
import { classSearch } from './class-search.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [USER, CLASS, RUN] = [id(1), id(2), id(3)]
const START = Date.UTC(2037, 0, 31, 23, 30)

it('finds classes that exist by folded letters, and keeps running for code that knows nothing of them', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    43,
    async (db) => {
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Ørsted’s Émile', 1)`,
      )
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${USER}, 'ФОТОШКОЛА', '/fog', 4999, 1)`)
    },
    async (db) => {
      const read = () => db.select({ words: classSearch.words }).from(classSearch)
      expect(await read()).toEqual([{ words: 'фотошкола orsted s emile ' }])
      await db.execute(sql`update classes set name = 'ÅR' where name ilike '%школа'`)
      expect(await read()).toEqual([{ words: 'ar orsted s emile ' }])
    },
  )
})

it('makes the classes that exist searchable, with the months and weekdays of their sessions', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    19,
    async (db) => {
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Adélaïde', 1)`,
      )
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${USER}, 'Black/White', '/fog', 4999, 1)`)
      await db.execute(sql`insert into runs (id, class_id, seats, offered, time_zone, place_name, created_at)
        values (${RUN}, ${CLASS}, 1, 1, 'Asia/Tokyo', 'Quay 7', 1)`)
      await db.execute(
        sql`insert into run_sessions (run_id, starts_at, ends_at) values (${RUN}, ${START}, ${START + 1})`,
      )
    },
    async (db) => {
      expect(await db.select({ words: classSearch.words }).from(classSearch)).toEqual([
        { words: 'black white adelaide quay 7' },
      ])
      // February 1, 2037 in Tokyo is a Sunday.
      expect(await db.select().from(runTimes)).toEqual([{ runId: RUN, months: [2037 * 12 + 1], weekdays: 1 }])
    },
  )
})
