import { useEffect, useRef } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { discardUnsaved, isUnsaved, markUnsaved, mayLeave, stopAsking } from '#web/ui/unsaved.ts'

/**
 * Asks before the user leaves or closes the page with unsaved changes. Returns a function that marks the page as saved, for code that
 * navigates in the same step.
 * @param onDiscard called when the user leaves the changes, and when the page is marked as saved
 */
export function useUnsaved(hasChanges: boolean, onDiscard: () => void): () => void {
  useEffect(() => {
    markUnsaved(hasChanges ? onDiscard : null)
    if (!hasChanges) return
    window.addEventListener('beforeunload', askBrowser)
    return () => window.removeEventListener('beforeunload', askBrowser)
  }, [hasChanges, onDiscard])
  useEffect(
    () => () => {
      markUnsaved(null)
      stopAsking()
    },
    [],
  )
  useQuestion(
    useBlocker(
      ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
    ),
  )
  return discardUnsaved
}

/** Asks once while navigations are blocked, and answers the latest: another one may come while the question is open. */
function useQuestion(blocker: Blocker): void {
  const latest = useRef(blocker)
  const isAsking = useRef(false)
  useEffect(() => {
    latest.current = blocker
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    void mayLeave().then((isAllowed) => {
      isAsking.current = false
      answer(latest.current, isAllowed)
    })
  }, [blocker])
}

function answer(blocker: Blocker, isAllowed: boolean): void {
  if (blocker.state !== 'blocked') return
  if (isAllowed) {
    discardUnsaved()
    blocker.proceed()
  } else blocker.reset()
}

/** The browser shows its own question; the text cannot be changed. */
function askBrowser(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault()
}
