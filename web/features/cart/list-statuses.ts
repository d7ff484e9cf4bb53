import type { CartItem } from '#contract/cart.ts'
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { SelectionStatus } from './selection-status.ts'

type Selected = Pick<CartItem, 'classId' | 'runId' | 'problem'>
type Enrolled = Pick<EnrolledClass, 'classId'> & { run: Pick<EnrolledClass['run'], '_id' | 'ends_at' | 'canceled_at'> }

/** Returns whether an item of the cart can be paid, at once or after its student accepts a new price. */
export function isPayable({ problem }: Pick<CartItem, 'problem'>): boolean {
  return problem === null || problem === 'dearer'
}

/**
 * Returns what a student has of each class, by its id. A run that has ended or is canceled counts no longer: its students may select
 * another one of the class, as in place of an item of the cart that has a problem.
 */
export function listStatuses(
  cart: readonly Selected[],
  enrolled: readonly Enrolled[],
  now = Date.now(),
): Map<string, SelectionStatus> {
  const statuses = new Map<string, SelectionStatus>()
  for (const { classId, runId, problem } of cart.filter(isPayable))
    statuses.set(classId, { kind: 'selected', runId, isReplaceable: problem !== null })
  for (const { classId, run } of enrolled) {
    const isCurrent = run.canceled_at === undefined && (run.ends_at === null || run.ends_at > now)
    if (isCurrent) statuses.set(classId, { kind: 'enrolled', runId: run._id })
  }
  return statuses
}
