import type { SchoolClass } from '#contract/classes.ts'

/** `3 of 12 seats left`, of all seats on offer. */
export function describeSeats({ seats, enroll }: Pick<SchoolClass, 'seats' | 'enroll'>): string {
  const left = `${seats} of ${seats + enroll} seats left`
  return seats === 0 ? `${left} · sold out` : left
}
