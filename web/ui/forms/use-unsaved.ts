import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isUnsaved, markUnsaved, mayLeave, stopAsking } from '#web/ui/unsaved.ts'

/**
 * Asks before the user leaves or closes the page with unsaved changes. Returns a function that marks the page as saved, for code that
 * navigates in the same step.
 */
export function useUnsaved(hasChanges: boolean): () => void {
  useEffect(() => {
    markUnsaved(hasChanges)
    if (!hasChanges) return
    window.addEventListener('beforeunload', askBrowser)
    return () => window.removeEventListener('beforeunload', askBrowser)
  }, [hasChanges])
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
    if (blocker.state === 'blocked')
      void mayLeave().then((isAllowed) => (isAllowed ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return markSaved
}

function markSaved(): void {
  markUnsaved(false)
}

/** The browser shows its own question; the text cannot be changed. */
function askBrowser(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault()
}
