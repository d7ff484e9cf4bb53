import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { rememberedChoice } from '#web/session/return-path.ts'
import { findHeading, focusSoon } from '#web/ui/focus.ts'

/** Null until the first page is shown, which the browser itself announces. Outlives the frame, which an error renders again. */
let shownPath: string | null = null

/** Focuses the heading of each page that the user navigates to inside the site, unless the page focuses a remembered choice. */
export function useHeadingFocus(): void {
  const { pathname, state } = useLocation()
  useEffect(() => {
    // The login page remembers the choice for the next one.
    const hasChoice = rememberedChoice(state) && pathname !== '/login'
    if (shownPath && shownPath !== pathname && !hasChoice) focusSoon(findHeading)
    shownPath = pathname
  }, [pathname, state])
}
