import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isUnsaved, markUnsaved, mayLeave, stopAsking } from './unsaved.ts'

/**
 * Asks before the page is left for another one, or closed, while something on it is `unsaved`. Answers what says that it is
 * saved, for whoever leads on in the same step.
 */
export function useUnsaved(unsaved: boolean): () => void {
  useEffect(() => {
    markUnsaved(unsaved)
    if (!unsaved) return
    window.addEventListener('beforeunload', askBrowser)
    return () => window.removeEventListener('beforeunload', askBrowser)
  }, [unsaved])
  useEffect(
    () => () => {
      markSaved()
      stopAsking()
    },
    [],
  )
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state === 'blocked') void mayLeave().then((may) => (may ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return markSaved
}

function markSaved(): void {
  markUnsaved(false)
}

/** In the browser's own words: no others may be given. */
function askBrowser(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault()
}
