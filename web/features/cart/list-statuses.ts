import type { CartItem } from '#contract/cart.ts'
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { SelectionStatus } from './selection-status.ts'

type Selected = Pick<CartItem, 'classId' | 'runId'>
type Enrolled = Pick<EnrolledClass, 'classId'> & { run: Pick<EnrolledClass['run'], '_id' | 'ends_at' | 'canceled_at'> }

/**
 * Returns what a student has of each class, by its id. A run that has ended or is canceled counts no longer: its students may select
 * another one of the class.
 */
export function listStatuses(
  cart: readonly Selected[],
  enrolled: readonly Enrolled[],
  now = Date.now(),
): Map<string, SelectionStatus> {
  const statuses = new Map<string, SelectionStatus>()
  for (const { classId, runId } of cart) statuses.set(classId, { kind: 'selected', runId })
  for (const { classId, run } of enrolled) {
    const isCurrent = run.canceled_at === undefined && (run.ends_at === null || run.ends_at > now)
    if (isCurrent) statuses.set(classId, { kind: 'enrolled', runId: run._id })
  }
  return statuses
}
