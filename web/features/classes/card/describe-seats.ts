import type { Run } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'

export type Seats = Pick<Run, 'seats' | 'enroll'>

/** `3 of 12 seats left` */
export function describeFreeSeats(runs: readonly Seats[]): string {
  const seats = runs.reduce((sum, run) => sum + run.seats, 0)
  const enrolled = runs.reduce((sum, run) => sum + run.enroll, 0)
  return `${seats} of ${formatCount(seats + enrolled, 'seat')} left`
}
