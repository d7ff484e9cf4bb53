import type { Run } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'

export type Seats = Pick<Run, 'seats' | 'enroll'>

/** Seats up to which the line stands out. */
const FEW_SEATS = 2

/** The class of a line of seats, which makes the last ones stand out. */
export const toSeatsLook = (seats: number) => (seats > 0 && seats <= FEW_SEATS ? 'seats-few' : '')

/** `3 of 12 seats left` */
export function describeFreeSeats(runs: readonly Seats[]): string {
  const seats = runs.reduce((sum, run) => sum + run.seats, 0)
  const enrolled = runs.reduce((sum, run) => sum + run.enroll, 0)
  return `${seats} of ${formatCount(seats + enrolled, 'seat')} left`
}
