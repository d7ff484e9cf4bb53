import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_STATUSES, REFUND_REASONS, REFUND_STATUSES } from '../../contract/payments.ts'
import { classes } from '../classes/classes.table.ts'
import { users } from '../users/users.table.ts'

const id = () => uuid().primaryKey().defaultRandom()
const time = () => bigint({ mode: 'number' })
const user = () =>
  uuid()
    .notNull()
    .references(() => users.id)
const schoolClass = () =>
  uuid()
    .notNull()
    .references(() => classes.id)

/** What was bought, from whom and for how much, frozen when paying began. */
const frozen = () => ({
  userId: user(),
  classId: schoolClass(),
  /** No reference: the cart item goes when the payment is settled, its id stays. */
  cartId: uuid().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  className: text().notNull(),
  classImage: text().notNull(),
  amountMinor: integer().notNull(),
  currency: text().notNull(),
})

export const ATTEMPT_STATUSES = ['open', 'settled', 'released'] as const

/** Attempts to pay. An open one holds a seat, also past `heldUntil`, until it is settled or released. */
export const attempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    ...frozen(),
    status: text({ enum: ATTEMPT_STATUSES }).notNull().default('open'),
    /** The provider's payment intent; absent until the provider has answered. */
    intentId: text().unique(),
    /** Since when its student holds a seat of the class, earlier attempts that it follows closely included. */
    heldSince: time().notNull(),
    heldUntil: time().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('payment_attempts_one_open').on(t.classId, t.userId).where(sql`${t.status} = 'open'`),
    index('payment_attempts_of_student').on(t.userId, t.classId, t.heldUntil),
  ],
)

export const payments = pgTable(
  'payments',
  {
    id: id(),
    attemptId: uuid()
      .notNull()
      .unique()
      .references(() => attempts.id),
    ...frozen(),
    transactionId: text().notNull().unique(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('pending'),
    /** What stands on the receipt: one after the other, for the books. */
    receipt: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    createdAt: time().notNull(),
  },
  (t) => [
    index('payments_unconfirmed').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    index('payments_of_class').on(t.classId),
    index('payments_of_user').on(t.userId, t.createdAt.desc()),
    index('payments_newest').on(t.createdAt.desc(), t.id),
  ],
)

/** Money that goes back, the whole of a payment, once. */
export const refunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .unique()
      .references(() => payments.id),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** Whose wish it was; nobody's where it came about by itself. */
    wishedBy: uuid().references(() => users.id),
    status: text({ enum: REFUND_STATUSES }).notNull().default('queued'),
    /** What the provider said when it could not. */
    problem: text(),
    /** How often it was begun: the provider would answer the same try with what it said the first time. */
    round: integer().notNull().default(1),
    createdAt: time().notNull(),
  },
  (t) => [index('payment_refunds_unfinished').on(t.createdAt).where(sql`${t.status} <> 'done'`)],
)

/** What the provider reports and the school cannot settle by itself (a dispute, a part of a payment sent back): for admins. */
export const incidents = pgTable(
  'payment_incidents',
  {
    id: id(),
    /** Absent where the payment is not known here. */
    paymentId: uuid().references(() => payments.id),
    intentId: text().notNull(),
    text: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [unique('payment_incidents_once').on(t.intentId, t.text), index('payment_incidents_newest').on(t.createdAt)],
)

/** Who is enrolled in what, once each, by which payment. */
export const enrolments = pgTable(
  'enrolments',
  {
    id: id(),
    userId: user(),
    classId: schoolClass(),
    paymentId: uuid()
      .notNull()
      .unique()
      .references(() => payments.id),
    createdAt: time().notNull(),
  },
  (t) => [
    unique('enrolments_once').on(t.userId, t.classId),
    index('enrolments_of_class').on(t.classId, t.createdAt.desc(), t.id),
  ],
)

/** The provider's notices that were handled, so that each is handled once. */
export const notices = pgTable('payment_notices', { id: text().primaryKey(), createdAt: time().notNull() })
