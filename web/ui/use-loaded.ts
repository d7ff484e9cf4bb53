import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('load', listener)
  return () => window.removeEventListener('load', listener)
}

/** Whether the page has all that it loads first. Whatever can wait begins after that. */
export function useLoaded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.readyState === 'complete',
    () => false,
  )
}
