/**
 * The classes that the signed-in student has selected or is enrolled in, for the Select buttons of public pages.
 * The cart link fills it; until then, and for visitors, it is empty.
 */
import type { SchoolClass } from '#contract/classes.ts'
import type { Run } from '#contract/runs.ts'
import type { Role } from '#contract/users.ts'
import { createStore, useStore } from '#web/store.ts'

/** The student's selection of a class, and its run. */
export interface SelectionStatus {
  /** `waiting`: on the waiting list; `offered`: a seat is held for the student. */
  kind: 'selected' | 'enrolled' | 'waiting' | 'offered'
  runId: string
  /** The start of the run: `Tue, May 4, 18:00`; null for an open run. */
  date: string | null
  /** The student's place on a waiting list, in words. */
  label?: string
  /** True if another run may take its place, since it is dearer than when it was selected. */
  isReplaceable?: boolean
}

const EMPTY: ReadonlyMap<string, SelectionStatus> = new Map()
const statusStore = createStore(EMPTY)

/** Replaces the statuses by class id; without an argument, clears them. */
export function changeSelectionStatus(next: ReadonlyMap<string, SelectionStatus> = EMPTY): void {
  statusStore.set(next)
}

export function useSelectionStatus(classId: string): SelectionStatus | undefined {
  return useStore(statusStore).get(classId)
}

/** A class that a student can select. */
export interface SelectableClass extends Pick<SchoolClass, '_id' | 'className' | 'classImage' | 'price' | 'seats'> {
  runs: readonly unknown[]
}

interface Offer {
  schoolClass: Pick<SelectableClass, 'seats' | 'runs'>
  /** The run of the button; without it, the button selects any run of the class. */
  run: Pick<Run, '_id' | 'seats'> | undefined
}

/** Returns why a class or one of its runs cannot be selected, or null where it can be. */
export function describeObstacle(
  { schoolClass, run }: Offer,
  role: Role | null,
  status?: SelectionStatus,
): string | null {
  if (role === 'admin' || role === 'instructor') return 'For students'
  const isThisRun = run === undefined || run._id === status?.runId
  if (status && isOnList(status)) {
    if ((run ?? schoolClass).seats > 0) return null
    return (isThisRun && status.label) || SOLD_OUT
  }
  if (status && (isThisRun || !status.isReplaceable)) {
    // A card selects a date that it does not name on its button.
    const date = run === undefined && schoolClass.runs.length > 1 ? status.date : null
    return date === null ? describeStatus(status, isThisRun) : `${describeStatus(status, isThisRun)}: ${date}`
  }
  if ((run ?? schoolClass).seats > 0) return null
  return schoolClass.runs.length === 0 ? 'No open dates' : SOLD_OUT
}

/** The obstacle that a waiting list may remove. */
export const SOLD_OUT = 'Sold out'

function isOnList({ kind }: SelectionStatus): boolean {
  return kind === 'waiting' || kind === 'offered'
}

function describeStatus({ kind }: SelectionStatus, isThisRun: boolean): string {
  if (kind === 'selected') return isThisRun ? 'Selected' : 'Another date selected'
  return isThisRun ? 'Enrolled' : 'Enrolled in another date'
}
