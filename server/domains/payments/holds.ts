/** Holds seats for students who are paying. An open attempt is a hold. */
import { and, count, desc, eq, exists, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { HOLD_MINUTES, MAX_HOLD_MINUTES, MAX_HOLDS, MAX_UNCONFIRMED_HOLDS } from '#contract/values/limits.ts'
import { cartItems } from '#server/domains/cart/cart.table.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import { isOver } from '#server/domains/classes/runs/runs.table.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { changeSeats, lockSeats, lockToHold, requireFreeSeat } from '#server/domains/classes/runs/seats.ts'
import { selectCurrentEnrolment } from '#server/domains/enrolments/enrolments.table.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { type Attempt, attempts, isOpen } from './payments.table.ts'
import { transitionAttempt } from './transitions.ts'

const HOLD_MS = HOLD_MINUTES * 60_000
const MAX_HOLD_MS = MAX_HOLD_MINUTES * 60_000

/**
 * Holds a seat, or renews the student's hold. It locks the class, so that two students cannot both hold the last seat.
 * @throws AppError NOT_FOUND, PRICE_CHANGED, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE, SEATS_HELD, HOLD_USED_UP, TOO_MANY_HOLDS
 */
export async function hold(
  { actor, currency }: Pick<Context, 'actor' | 'currency'>,
  tx: Transaction,
  item: Cart.CartItemRow,
  listPriceMinor: number | null,
): Promise<Attempt> {
  const chosen = await lockToHold(tx, item.runId)
  if (!chosen.isOnOffer) throw new AppError('NOT_FOUND')
  Cart.requirePrice(chosen.listPriceMinor, listPriceMinor, currency)
  const now = Date.now()
  const claims = await readClaims(tx, item, now)
  if (claims.isEnrolled) throw new AppError('ALREADY_ENROLLED')
  requireFreeSeat(chosen.run, claims.ownHolds)
  if (isOver(chosen.run)) throw new AppError('RUN_CLOSED')
  if (claims.ownHolds > 0) return renew(tx, item, actor, now)
  if (!Runs.canEnroll(chosen.run)) throw new AppError('RUN_CLOSED')
  const heldSince = Number(claims.heldSince ?? now)
  if (now >= heldSince + MAX_HOLD_MS) throw new AppError('HOLD_USED_UP')
  await requireHoldLeft(tx, actor, chosen.run)
  return openAttempt(tx, { currency, item, payer: actor, chosen, heldSince, now })
}

/** Returns whether a hold has reached the limit for its renewals. */
export function isHoldUsedUp({ heldSince }: Attempt): boolean {
  return Date.now() >= heldSince + MAX_HOLD_MS
}

/** Releases the seat of an open attempt. Returns false where the attempt has ended, or `filter` does not match it. */
export async function endHold(
  tx: Transaction,
  { id, runId }: Pick<Attempt, 'id' | 'runId'>,
  filter?: SQL,
): Promise<boolean> {
  // In the order of a settlement, which locks the run before the attempt.
  await lockSeats(tx, runId)
  if (!(await transitionAttempt(tx, id, 'release', filter))) return false
  await changeSeats(tx, runId, { held: -1 })
  return true
}

/** Reads what the student already claims of a class, be it for an earlier item, in one query. @throws AppError NOT_FOUND without the item */
async function readClaims(tx: Transaction, { id, userId, classId }: Cart.CartItemRow, now: number) {
  const ownHolds = tx.select({ total: count() }).from(attempts).where(isOwnHold(userId, classId))
  const [claims] = await tx
    .select({
      isEnrolled: sql<boolean>`${exists(selectCurrentEnrolment(tx, { userId, classId, now }))}`,
      ownHolds: sql`(${ownHolds})`.mapWith(Number),
      heldSince: sql<string | number | null>`(${selectHeldSince(tx, userId, classId, now - HOLD_MS)})`,
    })
    .from(cartItems)
    .where(eq(cartItems.id, id))
  return orNotFound(claims)
}

/**
 * Selects when the student began to hold a seat of the class. An attempt within 15 minutes of another continues its hold, so that
 * repeated attempts cannot keep a seat from others.
 */
function selectHeldSince(db: Database, userId: string, classId: string, heldAfter: number) {
  const isReleased = and(eq(attempts.userId, userId), eq(attempts.classId, classId), eq(attempts.status, 'released'))
  return db
    .select({ heldSince: attempts.heldSince })
    .from(attempts)
    .where(and(isReleased, gt(attempts.heldUntil, heldAfter)))
    .orderBy(desc(attempts.heldUntil))
    .limit(1)
}

async function renew(
  tx: Transaction,
  { userId, classId }: Cart.CartItemRow,
  { emailConfirmed }: Actor,
  now: number,
): Promise<Attempt> {
  const heldUntil = sql`least(${now + HOLD_MS}, ${attempts.heldSince} + ${MAX_HOLD_MS})`
  const [attempt] = await tx
    .update(attempts)
    .set({ heldUntil, emailConfirmed })
    .where(isOwnHold(userId, classId))
    .returning()
  return must(attempt)
}

function isOwnHold(userId: string, classId: string) {
  return and(eq(attempts.userId, userId), eq(attempts.classId, classId), isOpen)
}

interface NewHold {
  item: Cart.CartItemRow
  payer: Actor
  chosen: Awaited<ReturnType<typeof lockToHold>>
  currency: string
  heldSince: number
  now: number
}

async function openAttempt(
  tx: Transaction,
  { item, payer, chosen, currency, heldSince, now }: NewHold,
): Promise<Attempt> {
  const { class: bought, run, listPriceMinor } = chosen
  const purchase = { userId: payer.id, classId: bought.id, runId: run.id, cartId: item.id }
  const values = {
    ...purchase,
    email: payer.email,
    name: payer.name,
    className: bought.name,
    classImage: bought.image,
    listPriceMinor,
    amountMinor: listPriceMinor,
    currency,
    heldSince,
    emailConfirmed: payer.emailConfirmed,
    heldUntil: Math.min(now + HOLD_MS, heldSince + MAX_HOLD_MS),
    createdAt: now,
    status: 'open' as const,
    heldSeats: 1,
    intentId: null,
  }
  const termsVersionId = sql`(${Terms.selectVersionId(tx, bought.termsId)})`
  const [inserted] = await tx
    .insert(attempts)
    .values({ ...values, termsVersionId })
    .returning({ id: attempts.id, termsVersionId: attempts.termsVersionId })
  await changeSeats(tx, run.id, { held: 1 })
  return { ...values, ...must(inserted) }
}

/**
 * Above this number of unsold seats, accounts with unconfirmed addresses hold at most half of them. Without limits, a few accounts that
 * never pay could keep every seat from others.
 */
const MAX_SHARED_SEATS = 2

/**
 * Requires that the student may hold one more seat of a locked run. It locks the student's account, so that their calls for several
 * classes are counted one after the other. The class is always locked before the account.
 * @throws AppError TOO_MANY_HOLDS, NOT_SIGNED_IN for an account that was deleted in the meantime
 */
async function requireHoldLeft(
  tx: Transaction,
  { id: userId, emailConfirmed }: Actor,
  { id: runId, seats }: Pick<RunRow, 'id' | 'seats'>,
): Promise<void> {
  await lockAccount(tx, userId)
  const [holds] = await selectHolds(tx, userId, runId)
  const { own, unconfirmed } = must(holds)
  const max = emailConfirmed ? MAX_HOLDS : MAX_UNCONFIRMED_HOLDS
  if (own >= max) throw new AppError('TOO_MANY_HOLDS', describeOwnLimit(max))
  if (!emailConfirmed && unconfirmed >= getUnconfirmedLimit(seats)) throw new AppError('TOO_MANY_HOLDS', SHARED_LIMIT)
}

function selectHolds(tx: Transaction, userId: string, runId: string) {
  const isUnconfirmed = eq(attempts.emailConfirmed, false)
  return tx
    .select({
      own: sql`count(*) filter (where ${eq(attempts.userId, userId)})`.mapWith(Number),
      unconfirmed: sql`count(*) filter (where ${and(eq(attempts.runId, runId), isUnconfirmed)})`.mapWith(Number),
    })
    .from(attempts)
    .where(and(isOpen, or(eq(attempts.userId, userId), eq(attempts.runId, runId))))
}

/** Returns how many of the unsold seats of a run accounts with unconfirmed addresses may hold together. */
function getUnconfirmedLimit(unsoldSeats: number): number {
  return unsoldSeats <= MAX_SHARED_SEATS ? unsoldSeats : Math.ceil(unsoldSeats / 2)
}

/** Locks an account against another hold and against its deletion. Rows that refer to it can still be inserted. */
async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  const isAccount = and(eq(users.id, userId), isNull(users.deletedAt))
  const locked = await tx.select({ id: users.id }).from(users).where(isAccount).for('no key update')
  if (locked.length === 0) throw new AppError('NOT_SIGNED_IN')
}

function describeOwnLimit(max: number): string {
  return `You are holding ${max} seats, our limit. Release one, or pay for it.`
}

const SHARED_LIMIT = 'Too many seats of this class are in checkout. Confirm your e-mail address, or wait a moment.'
