/** Limits on holding seats. Without them, a few accounts that never pay could keep every seat from others. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { MAX_HOLDS, MAX_UNCONFIRMED_HOLDS } from '#contract/values/limits.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError } from '#server/platform/app-error.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor } from '#server/ports/context.ts'
import { attempts, isOpen } from './payments.table.ts'

/** Above this number of unsold seats, accounts with unconfirmed addresses hold at most half of them. */
const MAX_SHARED_SEATS = 2

/** Seats of a run that a student wants to hold. */
export interface WantedSeats {
  run: Pick<RunRow, 'id' | 'seats' | 'returns'>
  count: number
}

/** Returns the number of all seats. */
export function sumSeats(wanted: readonly { count: number }[]): number {
  return wanted.reduce((all, { count }) => all + count, 0)
}

/**
 * Requires that the student may hold so many more seats of each of some locked runs. It locks the student's account, so that their calls for
 * several classes are counted one after the other. Classes are always locked before the account.
 * @throws AppError TOO_MANY_HOLDS, NOT_SIGNED_IN for an account that was deleted in the meantime
 */
export async function requireHoldsLeft(
  tx: Transaction,
  { id: userId, emailConfirmed }: Actor,
  wanted: WantedSeats[],
): Promise<void> {
  await lockAccount(tx, userId)
  const runIds = wanted.map(({ run }) => run.id)
  const holds = await countHolds(tx, { userId, runIds })
  const own = holds.reduce((all, row) => all + row.own, 0)
  const max = emailConfirmed ? MAX_HOLDS : MAX_UNCONFIRMED_HOLDS
  requireWithin(max, sumSeats(wanted), own)
  if (emailConfirmed) return
  for (const { run, count } of wanted) {
    const { unconfirmed = 0 } = holds.find(({ runId }) => runId === run.id) ?? {}
    if (unconfirmed + count > getUnconfirmedLimit(run.seats + run.returns))
      throw new AppError('TOO_MANY_HOLDS', SHARED_LIMIT)
  }
}

/**
 * Requires that an account may hold so many seats at all, before their classes are locked against the sales to others.
 * @throws AppError TOO_MANY_HOLDS
 */
export function requireHoldable(seats: number): void {
  requireWithin(MAX_HOLDS, seats, 0)
}

function requireWithin(max: number, wanted: number, own: number): void {
  if (own + wanted > max) throw new AppError('TOO_MANY_HOLDS', describeOwnLimit(max, own))
}

/** Counts the holds of a student, and those of accounts with unconfirmed addresses, by run. */
const countHolds = prepare<{ userId: string; runIds: string[] }>()((db, value) => {
  const isOwn = eq(attempts.userId, value('userId'))
  const isUnconfirmed = eq(attempts.emailConfirmed, false)
  return db
    .select({
      runId: attempts.runId,
      own: sql`count(*) filter (where ${isOwn})`.mapWith(Number),
      unconfirmed: sql`count(*) filter (where ${isUnconfirmed})`.mapWith(Number),
    })
    .from(attempts)
    .where(and(isOpen, or(isOwn, sql`${attempts.runId} = any(${value('runIds')})`)))
    .groupBy(attempts.runId)
})

/** Returns how many of the unsold seats of a run accounts with unconfirmed addresses may hold together. */
function getUnconfirmedLimit(unsoldSeats: number): number {
  return unsoldSeats <= MAX_SHARED_SEATS ? unsoldSeats : Math.ceil(unsoldSeats / 2)
}

const lockUser = prepare<{ userId: string }>()((db, value) => {
  const isAccount = and(eq(users.id, value('userId')), isNull(users.deletedAt))
  return db.select({ id: users.id }).from(users).where(isAccount).for('no key update')
})

/** Locks an account against another hold and against its deletion. Rows that refer to it can still be inserted. */
async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  const locked = await lockUser(tx, { userId })
  if (locked.length === 0) throw new AppError('NOT_SIGNED_IN')
}

function describeOwnLimit(max: number, own: number): string {
  if (own >= max) return `You are holding ${max} seats, our limit. Release one, or pay for it.`
  return `You can hold ${max} seats at the same time. Pay for fewer seats at once.`
}

const SHARED_LIMIT = 'Too many seats of this class are in checkout. Confirm your e-mail address, or wait a moment.'
