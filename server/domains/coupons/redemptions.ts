/** Uses of coupons by orders. A use is no state of its own: it lasts as long as what the order holds or has bought. */
import { and, eq, exists, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { describeDay } from '#contract/values/session-times.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { cancellationChoices } from '#server/domains/payments/choices.table.ts'
import { attempts, isOpen, payments } from '#server/domains/payments/payments.table.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { type CouponRow, coupons, redemptions } from './coupons.table.ts'
import { UnknownCodeError } from './wrong-codes.ts'

/** Returns the coupon with a code, or null. @param codeKey as codes are compared */
export async function find(db: Database, codeKey: string): Promise<CouponRow | null> {
  const [row] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.codeKey, codeKey), isNull(coupons.deletedAt)))
  return row ?? null
}

/** Requires that a coupon is taken today, and for one of some classes. @throws AppError CODE_INVALID with the reason */
export function requireTaken(
  { school }: Pick<Context, 'school'>,
  { firstDay, lastDay, classIds }: CouponRow,
  chosenIds: string[],
): void {
  const today = toClockTime(Date.now(), school.current.time_zone ?? 'UTC').slice(0, 'yyyy-mm-dd'.length)
  if (firstDay !== null && today < firstDay) refuse(`This code can be used from ${describeDay(firstDay)} on.`)
  if (lastDay !== null && today > lastDay) refuse(`This code could be used until ${describeDay(lastDay)}.`)
  if (classIds && !chosenIds.some((id) => classIds.includes(id))) refuse(NOT_FOR_THESE)
}

/**
 * Requires that a coupon has a use left for a student, without their own checkouts, which may give way to a new one.
 * @throws AppError CODE_INVALID with the reason
 */
export async function requireLeft(db: Database, coupon: CouponRow, userId: string): Promise<void> {
  const { others, own, ownOpen } = await count(db, coupon, userId)
  requireWithin(coupon, { all: others.all + own - ownOpen, open: others.open, own: own - ownOpen })
}

/**
 * Locks a coupon, and requires that it is as it was read and has a use left. The classes and the student are locked before.
 * @throws AppError CODE_INVALID, AMOUNT_CHANGED
 */
export async function lock(tx: Transaction, { id, version }: CouponRow, userId: string): Promise<void> {
  const coupon = must((await tx.select().from(coupons).where(eq(coupons.id, id)).for('no key update'))[0])
  if (coupon.deletedAt !== null) throw new UnknownCodeError()
  if (coupon.version !== version) throw new AppError('AMOUNT_CHANGED')
  const { others, own, ownOpen } = await count(tx, coupon, userId)
  requireWithin(coupon, { all: others.all + own, open: others.open + ownOpen, own })
}

/** Records that an order uses a coupon, which is locked. */
export async function record(
  tx: Transaction,
  { id: couponId, codeKey }: CouponRow,
  order: { orderId: string; userId: string },
): Promise<void> {
  await tx.insert(redemptions).values({ ...order, couponId, codeKey, createdAt: Date.now() })
}

/** Returns the code that an order was begun with, as codes are compared; null without one. */
export async function readCodeKey(db: Database, orderId: string): Promise<string | null> {
  const [row] = await db
    .select({ codeKey: redemptions.codeKey })
    .from(redemptions)
    .where(eq(redemptions.orderId, orderId))
  return row?.codeKey ?? null
}

/** Returns whether an order whose hold has ended can still use its coupon, which it locks; true where it has none. */
export async function isLeftFor(tx: Transaction, orderId: string): Promise<boolean> {
  const [used] = await tx
    .select({ coupon: coupons, userId: redemptions.userId })
    .from(redemptions)
    .innerJoin(coupons, eq(coupons.id, redemptions.couponId))
    .where(eq(redemptions.orderId, orderId))
    .for('no key update', { of: coupons })
  if (!used) return true
  const { others, own } = await count(tx, used.coupon, used.userId)
  return findShortage(used.coupon, { all: others.all + own, open: others.open, own }) === null
}

/** Returns the uses of coupons by their ids. One without uses is left out. */
export async function countUses(db: Database, couponIds: string[]): Promise<Map<string, number>> {
  if (couponIds.length === 0) return new Map()
  const rows = await db
    .select({ couponId: redemptions.couponId, uses: sql`count(*)`.mapWith(Number) })
    .from(redemptions)
    .where(and(inArray(redemptions.couponId, couponIds), isUse(db)))
    .groupBy(redemptions.couponId)
  return new Map(rows.map(({ couponId, uses }) => [couponId, uses]))
}

/** Matches redemptions that count: a seat that costs less is held, or was bought and not canceled by the school. */
export function isUse(db: Database): SQL | undefined {
  return hasSeat(db, or(isOpen, isBought(db)))
}

function hasSeat(db: Database, filter: SQL | undefined): SQL {
  const isReduced = and(eq(attempts.orderId, redemptions.orderId), sql`${attempts.discountMinor} > 0`)
  return exists(db.select({ id: attempts.id }).from(attempts).where(and(isReduced, filter)))
}

/** Matches attempts that have bought their seat. One whose money was returned has no enrolment. */
function isBought(db: Database): SQL {
  const isSeat = and(eq(cancellationChoices.paymentId, payments.id), isNull(cancellationChoices.choice))
  // Who may still choose another date has used the coupon until then.
  const mayResume = exists(db.select({ id: cancellationChoices.id }).from(cancellationChoices).where(isSeat))
  const isEndedByOthers = notInArray(enrolments.endReason, ['withdrawn', 'run_canceled'])
  const isKept = or(isNull(enrolments.endReason), isEndedByOthers, mayResume)
  const bought = db
    .select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(payments, eq(payments.id, enrolments.paymentId))
    .where(and(eq(payments.attemptId, attempts.id), isKept))
  return exists(bought)
}

interface Uses {
  all: number
  /** Those of orders in checkout. */
  open: number
  /** Those of the student. */
  own: number
}

/** Counts the uses of a coupon that has a limit. */
async function count(db: Database, { id, maxUses, perPerson }: CouponRow, userId: string) {
  const none = { others: { all: 0, open: 0 }, own: 0, ownOpen: 0 }
  if (maxUses === null && perPerson === null) return none
  const isOwn = eq(redemptions.userId, userId)
  const number = (filter: SQL | undefined) => sql`count(*) filter (where ${filter})`.mapWith(Number)
  const isHeld = hasSeat(db, isOpen)
  const [row] = await db
    .select({
      others: { all: number(sql`not ${isOwn}`), open: number(sql`not ${isOwn} and ${isHeld}`) },
      own: number(isOwn),
      ownOpen: number(and(isOwn, isHeld)),
    })
    .from(redemptions)
    .where(and(eq(redemptions.couponId, id), maxUses === null ? isOwn : undefined, isUse(db)))
  return row ?? none
}

function requireWithin(coupon: CouponRow, uses: Uses): void {
  const shortage = findShortage(coupon, uses)
  if (shortage) refuse(shortage)
}

/** Returns why no use is left; null where one is. */
function findShortage({ maxUses, perPerson }: CouponRow, { all, open, own }: Uses): string | null {
  if (perPerson !== null && own >= perPerson) return perPerson === 1 ? USED_ONCE : USED_BY_PERSON
  if (maxUses === null || all < maxUses) return null
  return all - open < maxUses ? IN_CHECKOUT : USED_UP
}

function refuse(reason: string): never {
  throw new AppError('CODE_INVALID', reason)
}

const NOT_FOR_THESE = 'This code is for other classes.'
const USED_ONCE = 'You have used this code already.'
const USED_BY_PERSON = 'You have used this code as often as it allows.'
const USED_UP = 'This code has been used up.'
const IN_CHECKOUT = 'The last use of this code is in checkout. Try again in a few minutes.'
