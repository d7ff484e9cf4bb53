import type { CartItem } from '#contract/cart.ts'
import type { EnrolledClass } from '#contract/enrolments.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import type { OwnWaitingEntry } from '#contract/waiting.ts'
import type { SelectionStatus } from './selection-status.ts'

type Start = 'starts' | 'time_zone'
type Selected = Pick<CartItem, 'classId' | 'runId' | 'problem' | Start>
type Enrolled = Pick<EnrolledClass, 'classId'> & {
  run: Pick<EnrolledClass['run'], '_id' | 'ends_at' | 'canceled_at' | Start>
}

type Waiting = Pick<OwnWaitingEntry, 'classId' | 'runId' | 'state' | 'seats' | 'takeable'>

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
  waiting: readonly Waiting[] = [],
  now = Date.now(),
): Map<string, SelectionStatus> {
  const statuses = new Map<string, SelectionStatus>()
  for (const { classId, runId, state, seats, takeable } of waiting)
    if (state === 'waiting' || state === 'offered')
      statuses.set(classId, {
        ...{ kind: takeable ? 'offered' : 'waiting', runId, date: null },
        label: takeable ? describeFree(seats) : describeWait(seats),
      })
  const formatStart = ({ starts, time_zone }: Pick<Selected, Start>) =>
    starts === null ? null : formatClockTime(starts, time_zone, { now, withZone: false })
  for (const { classId, runId, problem, ...start } of cart.filter(isPayable))
    statuses.set(classId, { kind: 'selected', runId, date: formatStart(start), isReplaceable: problem !== null })
  for (const { classId, run } of enrolled) {
    const isCurrent = run.canceled_at === undefined && (run.ends_at === null || run.ends_at > now)
    if (isCurrent) statuses.set(classId, { kind: 'enrolled', runId: run._id, date: formatStart(run) })
  }
  return statuses
}

function describeFree(seats: number): string {
  return seats === 1 ? 'A seat is free for you' : `${seats} seats are free for you`
}

function describeWait(seats: number): string {
  return seats === 1 ? 'On the waiting list' : `On the waiting list for ${seats} seats`
}
