import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { toastWarning } from '#web/ui/toasts.ts'

/** True if the code of a page did not load. React Router does not load it a second time. */
let isStuck = false

/**
 * Where the code of a page does not load, React Router loads the document again, which offline ends at the browser's own error page.
 * Keeps the page instead, and opens the other one once the browser is online.
 */
export function useStayOffline(): void {
  const { location: target } = useNavigation()
  useEffect(() => {
    // Firefox before 147 and Safari before 26.2 have no `navigation`. A listener is added once only.
    window.navigation?.addEventListener('navigate', stay)
    if (!target) return
    const open = () => isStuck && location.assign(target.pathname + target.search)
    if (navigator.onLine) open()
    addEventListener('online', open)
    return () => removeEventListener('online', open)
  }, [target])
}

function stay(event: NavigateEvent): void {
  if (navigator.onLine || event.navigationType !== 'reload' || event.userInitiated) return
  event.preventDefault()
  isStuck = true
  toastWarning("You're offline. The page opens when you are online again.")
}
