import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** Returns whether the page is hydrated. Controls that need JavaScript are disabled until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
