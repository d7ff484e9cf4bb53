/**
 * Which classes the signed-in student has selected or is enrolled in, for the Select buttons of public pages. It is filled
 * by `useStanding`, which comes with the cart's code; until then, and for visitors, nothing is taken.
 */
import { useSyncExternalStore } from 'react'

type Taken = 'selected' | 'enrolled'

const NOTHING: ReadonlyMap<string, Taken> = new Map()
let standing = NOTHING
const listeners = new Set<() => void>()

const current = () => standing
const onServer = () => NOTHING

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Writes what is taken; with nothing, forgets it. */
export function changeStanding(next: ReadonlyMap<string, Taken> = NOTHING): void {
  standing = next
  for (const listener of listeners) listener()
}

/** What stands between this student and selecting the class, if anything. */
export function useTaken(classId: string): Taken | undefined {
  return useSyncExternalStore(subscribe, current, onServer).get(classId)
}
