import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { COUPON_KINDS } from '../../../contract/coupons.ts'
import * as Column from '../../platform/exported-tables.ts'
import { orders } from '../orders/orders.table.ts'
import { users } from '../users/users.table.ts'

export const coupons = pgTable(
  'coupons',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As an admin has written it. */
    code: text().notNull(),
    /** As codes are compared. */
    codeKey: text().notNull(),
    kind: text({ enum: COUPON_KINDS }).notNull(),
    /** Hundredths of a percent, or an amount in the minor unit. */
    value: bigint({ mode: 'number' }).notNull(),
    maxUses: integer(),
    perPerson: integer(),
    /** No references, so that a coupon for classes never becomes one for all. */
    classIds: uuid().array(),
    /** Days of the school's zone, both included. */
    firstDay: text(),
    lastDay: text(),
    /** Grows with every update, by a trigger. `If-Match` is compared with it. */
    version: integer().notNull().default(1),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Its uses stay on record. */
    deletedAt: bigint({ mode: 'number' }),
  },
  (t) => [
    uniqueIndex('coupons_code').on(t.codeKey).where(sql`${t.deletedAt} is null`),
    check('coupons_value', sql`${t.value} > 0 and (${t.kind} = 'amount' or ${t.value} <= 10000)`),
  ],
)

export type CouponRow = typeof coupons.$inferSelect

/**
 * The coupons of orders. One counts while a seat that it reduces is in checkout or was bought, unless the school has canceled that:
 * redemptions.ts.
 */
export const redemptions = pgTable(
  'redemptions',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    couponId: uuid()
      .notNull()
      .references(() => coupons.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The code at that time, as codes are compared. */
    codeKey: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('redemptions_of_coupon').on(t.couponId, t.userId), index('redemptions_of_user').on(t.userId)],
)

export const COUPON_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'coupons',
    meaning: 'Codes that reduce what seats cost.',
    columns: {
      id: Column.id,
      code: Column.text('the code'),
      code_key: Column.text('the code in capitals, without spaces and hyphens'),
      kind: Column.text('percent or amount'),
      value: Column.text('hundredths of a percent, or an amount in the smallest unit of the currency'),
      max_uses: Column.text('how often it may be used; empty for any number'),
      per_person: Column.text('how often one user may use it; empty for any number'),
      class_ids: Column.text('ids in classes.csv, as a PostgreSQL array; empty for all'),
      first_day: Column.text('first day on which it is taken'),
      last_day: Column.text('last day on which it is taken'),
      version: Column.version,
      created_at: Column.createdAt,
      deleted_at: Column.time('when it was deleted'),
    },
  },
  {
    table: 'redemptions',
    meaning: 'Coupons of orders.',
    columns: {
      order_id: Column.reference('orders'),
      coupon_id: Column.reference('coupons'),
      user_id: Column.reference('users'),
      code_key: Column.text('the code at that time, in capitals, without spaces and hyphens'),
      created_at: Column.createdAt,
    },
  },
]
