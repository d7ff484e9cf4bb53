import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('load', listener)
  return () => window.removeEventListener('load', listener)
}

/** Returns whether the page has loaded its first files, so that the others may start loading. */
export function useLoaded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.readyState === 'complete',
    () => false,
  )
}
