import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readRows } from '#server/platform/database/database.ts'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { FIRST_VERSION_ID } from './terms.table.ts'
import { completeFirst, readCurrent } from './terms.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000001${number}`
const [USER, CLASS, RUN, CART] = [id(1), id(2), id(3), id(4)]

it('gives payments from before the first version of the first terms, as it gives those of the previous release', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  const insertSale = (row: string) => [
    sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
      list_price_minor, amount_minor, currency, status, intent_id, held_since, held_until, created_at)
      values (${row}, ${USER}, ${CLASS}, ${RUN}, ${CART}, 'a@example.test', 'Ada', 'Fog', '/fog', 50, 50, 'usd',
      'settled', ${row}, 1, 1, 1)`,
    sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
      amount_paid_minor, currency, transaction_id, status, created_at) values (${row}, ${row}, ${USER}, ${CLASS}, ${RUN},
      ${CART}, 'a@example.test', 'Ada', 'Fog', '/fog', 50, 'usd', ${row}, 'paid', 1)`,
  ]
  await upgradeFrom(
    47,
    async (db) => {
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Ada', 1)`,
      )
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${USER}, 'Fog', '/fog', 50, 1)`)
      await db.execute(sql`insert into runs (id, class_id, seats, offered, enroll, created_at)
        values (${RUN}, ${CLASS}, 9, 9, 0, 1)`)
      for (const insert of insertSale(id(5))) await db.execute(insert)
    },
    async (db) => {
      for (const insert of insertSale(id(6))) await db.execute(insert)
      expect(await readRows(db, sql`select distinct terms_version_id as id from payments`)).toEqual([
        { id: FIRST_VERSION_ID },
      ])
      expect(await readCurrent(db, null)).toMatchObject({ id: FIRST_VERSION_ID, number: 1, freeDays: null, steps: [] })
      await completeFirst(db, 21)
      await completeFirst(db, 3)
      expect(await readCurrent(db, null)).toMatchObject({ freeDays: 21 })
    },
  )
})
