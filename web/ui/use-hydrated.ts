import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the served HTML and until the page has come alive: a control that needs JavaScript waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
