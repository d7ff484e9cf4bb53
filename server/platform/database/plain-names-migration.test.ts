import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { activity } from '#server/domains/activity/activity.table.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { images } from '#server/domains/images/images.table.ts'
import { subscriptions } from '#server/domains/newsletter/newsletter.table.ts'
import { attempts, payments, refunds, webhookEvents } from '#server/domains/payments/payments.table.ts'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import type { Database } from './database.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [USER, CLASS, CART, PAYMENT] = [id(1), id(2), id(3), id(4)]
const [OPEN, SETTLED] = [id(5), id(6)]
const JOB_DATA = JSON.stringify({ classId: CLASS, wishedBy: USER })

/** Rows of each table that the migration changes, written as the previous version wrote them. */
const PREVIOUS_ROWS: SQL[] = [
  sql`insert into users (id, email, name, role, created_at) values (${USER}, 'a@example.test', 'Ada', 'instructor', 1)`,
  sql`insert into classes (id, instructor_id, name, image, price_minor, seats, enroll, offered, created_at)
    values (${CLASS}, ${USER}, 'Fog', '/fog', 4999, 9, 0, 9, 1)`,
  sql`insert into payment_attempts (id, user_id, class_id, cart_id, email, name, class_name, class_image, amount_minor, currency,
    status, intent_id, held_since, held_until, created_at) values
    (${OPEN}, ${USER}, ${CLASS}, ${CART}, 'a@example.test', 'Ada', 'Fog', '/fog', 4999, 'usd', 'open', 'pi_1', 1, 1, 1),
    (${SETTLED}, ${USER}, ${CLASS}, ${CART}, 'a@example.test', 'Ada', 'Fog', '/fog', 4000, 'usd', 'settled', 'pi_2', 1, 1, 1)`,
  sql`insert into payments (id, attempt_id, user_id, class_id, cart_id, email, name, class_name, class_image, amount_minor, currency,
    transaction_id, status, created_at) values (${PAYMENT}, ${SETTLED}, ${USER}, ${CLASS}, ${CART}, 'a@example.test', 'Ada', 'Fog',
    '/fog', 4000, 'usd', 'pi_2', 'refunded', 1)`,
  sql`insert into payment_refunds (payment_id, reason, wished_by, created_at) values (${PAYMENT}, 'refunded', ${USER}, 1)`,
  sql`insert into payment_notices (id, created_at) values ('evt_1', 1)`,
  sql`insert into activity (actor_id, deed, subject, subject_id, words, changes, created_at) values
    (${USER}, 'feedback_given', 'Receipt 12', ${CLASS}, 'Good.', '[]', 1),
    (${USER}, 'payment_refunded', 'Receipt 1001', ${PAYMENT}, null, '[]', 2)`,
  sql`insert into tries (who, times, until) values ('a hash', 3, 4)`,
  sql`insert into pictures (name, hash, address, width, height, uploaded_by, created_at, used_at)
    values ('fog', 'abc', '/pictures/fog', 4, 3, ${USER}, 1, 1)`,
  sql`insert into newsletter_subscriptions (email, asked_at) values ('n@example.test', 7)`,
  sql`create schema jobs`,
  sql`create table jobs.job (name text, data jsonb)`,
  sql`insert into jobs.job values ('payments.withdraw', ${JOB_DATA}::jsonb), ('payments.refund', '{"refundId": "x"}')`,
]

const select = async (db: Database, query: SQL) => ((await db.execute(query)) as { rows: unknown[] }).rows

it('renames tables, columns and triggers without losing a row, and freezes the amount of old attempts as their list price', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    9,
    async (db) => {
      for (const statement of PREVIOUS_ROWS) await db.execute(statement)
    },
    async (db) => {
      expect(await db.select().from(classes)).toMatchObject([{ listPriceMinor: 4999 }])
      expect(await db.select().from(attempts).orderBy(attempts.id)).toMatchObject([
        { id: OPEN, listPriceMinor: 4999, amountMinor: 4999 },
        { id: SETTLED, listPriceMinor: 4000, amountMinor: 4000 },
      ])
      expect(await db.select().from(payments)).toMatchObject([{ id: PAYMENT, amountPaidMinor: 4000, receipt: 1001 }])
      expect(await db.select().from(refunds)).toMatchObject([{ paymentId: PAYMENT, requestedBy: USER }])
      expect(await db.select().from(webhookEvents)).toEqual([{ id: 'evt_1', createdAt: 1 }])
      expect(await db.select().from(activity).orderBy(activity.createdAt)).toMatchObject([
        { action: 'feedback_given', subject: 'Receipt 12', message: 'Good.' },
        { action: 'payment_refunded', subject: '1001', message: null },
      ])
      expect(await select(db, sql`select times, until from rate_limits`)).toHaveLength(1)
      expect(await db.select().from(images)).toMatchObject([{ name: 'fog', width: 4 }])
      expect(await select(db, sql`select url from images`)).toEqual([{ url: '/pictures/fog' }])
      expect(await db.select().from(subscriptions)).toMatchObject([{ email: 'n@example.test' }])
      expect(await select(db, sql`select data from jobs.job order by name`)).toEqual([
        { data: { refundId: 'x' } },
        { data: { classId: CLASS, requestedBy: USER } },
      ])
      await db.update(classes).set({ name: 'Mist' })
      expect(await db.select().from(classes)).toMatchObject([{ name: 'Mist', version: 2 }])
    },
  )
})
