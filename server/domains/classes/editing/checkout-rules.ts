/** Protects students who are paying from a change of their class or run. */
import { formatCount } from '#contract/values/count.ts'
import { isAtListPrice } from '#server/domains/payments/attempts.ts'
import type { Attempt } from '#server/domains/payments/payments.table.ts'
import { endAttempt } from '#server/domains/payments/settle.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import type { RunRow } from '../runs/runs.table.ts'

/** Rounds of ending attempts at an old price before a price change is refused. New attempts may begin in between. */
const MAX_ROUNDS = 3

/** The attempts to end before a price can change. */
export interface AtOldPrice {
  atOldPrice: Attempt[]
}

/**
 * Runs a change that may return attempts at an old price instead of a result: ends them, and runs it again.
 * @throws AppError BEING_PAID where new attempts begin again and again
 */
export async function changeAfterCheckouts(
  ctx: Context,
  change: (tx: Transaction) => Promise<number | AtOldPrice>,
): Promise<number> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const outcome = await inTransaction(ctx, change)
    if (typeof outcome === 'number') return outcome
    for (const attempt of outcome.atOldPrice) await endAttempt(ctx, attempt)
  }
  throw new AppError('BEING_PAID')
}

/** Returns the attempts that began at another price. */
export function filterOldPrice(open: Attempt[], listPriceMinor: number, currency: string): Attempt[] {
  return open.filter((attempt) => !isAtListPrice(attempt, { listPriceMinor, currency }))
}

/**
 * Requires that a run keeps a seat for every student who is paying for it.
 * @param seats the unsold seats after the change
 * @throws AppError BEING_PAID
 */
export function requireSeatsForHolds({ held, ...run }: Pick<RunRow, 'seats' | 'held'>, seats: number): void {
  if (seats >= run.seats || seats >= held) return
  const students = formatCount(held, 'student is', 'students are')
  const needed = formatCount(held, 'seat')
  throw new AppError(
    'BEING_PAID',
    `${students} paying for this class. Keep at least ${needed}, or try again in a few minutes.`,
  )
}
