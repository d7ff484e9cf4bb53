import type { Run } from '#contract/runs.ts'

type Seats = Pick<Run, 'seats' | 'enroll'>

/** `3 of 12 seats left`, of all seats of the runs that students can enroll in. */
export function describeSeats(runs: readonly Seats[]): string {
  if (runs.length === 0) return 'No open dates'
  const seats = runs.reduce((sum, run) => sum + run.seats, 0)
  const all = runs.reduce((sum, run) => sum + run.seats + run.enroll, 0)
  const left = `${seats} of ${all} seats left`
  return seats === 0 ? `${left} · sold out` : left
}
