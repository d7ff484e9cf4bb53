/** Protects students who are paying from a change of their run. The price that they hold is their attempt's. */
import { formatCount } from '#contract/values/count.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { RunRow } from '../runs/runs.table.ts'

/**
 * Requires that a run keeps a seat for every student who is paying for it.
 * @param seats the unsold seats after the change
 * @throws AppError BEING_PAID
 */
export function requireSeatsForHolds(run: Pick<RunRow, 'seats' | 'returns' | 'held' | 'offers'>, seats: number): void {
  const held = run.held - run.returns
  if (seats >= run.seats || seats >= held) return
  const students = formatCount(held, 'student is', 'students are')
  const needed = formatCount(held, 'seat')
  if (run.offers > 0)
    throw new AppError(
      'BEING_PAID',
      `${needed} of this date are in checkout or offered to who waits. Keep at least ${held}.`,
    )
  throw new AppError(
    'BEING_PAID',
    `${students} paying for this class. Keep at least ${needed}, or try again in a few minutes.`,
  )
}
