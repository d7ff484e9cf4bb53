import type { Run } from '#contract/runs.ts'

type Seats = Pick<Run, 'seats' | 'enroll'>

/** `3 of 12 seats left`, of all seats of the runs that students can enroll in, and whether they are sold out. */
export function describeSeats(runs: readonly Seats[]): string {
  if (runs.length === 0) return 'No open dates'
  const left = describeFreeSeats(runs)
  return runs.every(({ seats }) => seats === 0) ? `${left} · sold out` : left
}

/** `3 of 12 seats left` */
export function describeFreeSeats(runs: readonly Seats[]): string {
  const seats = runs.reduce((sum, run) => sum + run.seats, 0)
  const enrolled = runs.reduce((sum, run) => sum + run.enroll, 0)
  return `${seats} of ${seats + enrolled} seats left`
}
