/**
 * The classes that the signed-in student has selected or is enrolled in, for the Select buttons of public pages.
 * The cart link fills it; until then, and for visitors, it is empty.
 */
import type { Role } from '#contract/users.ts'
import { createStore, useStore } from '#web/store.ts'

type SelectionStatus = 'selected' | 'enrolled'

const EMPTY: ReadonlyMap<string, SelectionStatus> = new Map()
const statusStore = createStore(EMPTY)

/** Replaces the statuses by class id; without an argument, clears them. */
export function changeSelectionStatus(next: ReadonlyMap<string, SelectionStatus> = EMPTY): void {
  statusStore.set(next)
}

export function useSelectionStatus(classId: string): SelectionStatus | undefined {
  return useStore(statusStore).get(classId)
}

/** Returns why a class cannot be selected, or null where it can be. */
export function describeObstacle(seats: number, role: Role | null, status?: SelectionStatus): string | null {
  if (role === 'admin' || role === 'instructor') return 'For students'
  if (status) return status === 'selected' ? 'Selected' : 'Enrolled'
  return seats === 0 ? 'Sold out' : null
}
