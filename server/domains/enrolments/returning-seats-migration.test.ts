import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { enrolments } from './enrolments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, BEN, CLASS, RUN, OTHER] = [id(1), id(2), id(3), id(4), id(5)]

it('enrolments from before are no news, and the release before may end and move those whose seats are for sale again', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    62,
    async (db) => {
      for (const [user, email] of [
        [ADA, 'a'],
        [BEN, 'b'],
      ])
        await db.execute(sql`insert into users (id, email, name, created_at) values (${user}, ${email}, 'Ada', 1)`)
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${ADA}, 'Fog', '/fog', 4999, 1)`)
      for (const run of [RUN, OTHER])
        await db.execute(sql`insert into runs (id, class_id, seats, enroll, offered, created_at)
          values (${run}, ${CLASS}, 1, 2, 3, 1)`)
      const columns = sql`(user_id, class_id, run_id, source, list_price_minor, created_at, ended_at, end_reason)`
      await db.execute(sql`insert into enrolments ${columns} values
        (${ADA}, ${CLASS}, ${RUN}, 'granted', 4999, 1, null, null), (${BEN}, ${CLASS}, ${RUN}, 'granted', 4999, 1, null, null),
        (${BEN}, ${CLASS}, ${OTHER}, 'granted', 4999, 1, 2, 'ended')`)
    },
    async (db) => {
      const rows = await db.select().from(enrolments)
      expect(rows.every(({ isTold }) => isTold)).toBe(true)
      expect(rows.map(({ endedAt, isEndTold }) => isEndTold === (endedAt !== null))).toEqual([true, true, true])
      const read = async () =>
        (await db.select().from(runs)).find((run) => run.id === RUN) ?? ({} as typeof runs.$inferSelect)
      expect(await read()).toMatchObject({ returns: 0, shownSeats: 1 })
      const { version } = await read()
      await db.execute(sql`update enrolments set returns_since = 1 where run_id = ${RUN}`)
      await db.execute(sql`update runs set returns = 2 where id = ${RUN}`)
      expect(await read()).toMatchObject({ returns: 2, shownSeats: 3, version })
      await db.execute(sql`update enrolments set run_id = ${OTHER} where user_id = ${ADA}`)
      expect(await read()).toMatchObject({ returns: 1 })
      await db.execute(sql`update enrolments set ended_at = 3, end_reason = 'ended' where run_id = ${RUN}`)
      expect(await read()).toMatchObject({ returns: 0 })
      expect((await db.select().from(enrolments)).every(({ returnsSince }) => returnsSince === null)).toBe(true)
      await db.execute(sql`insert into enrolments (user_id, class_id, run_id, source, list_price_minor, created_at)
        values (${BEN}, ${CLASS}, ${RUN}, 'granted', 4999, 1)`)
      expect((await db.select().from(enrolments)).filter(({ isTold }) => !isTold)).toHaveLength(1)
    },
  )
})
