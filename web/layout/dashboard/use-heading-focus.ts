import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { findHeading, focusSoon } from '#web/ui/focus.ts'

/** React Router's key of the page that the browser itself has loaded, and announced. */
const FIRST_PAGE = 'default'

/** Focuses the heading of each page that the user navigates to inside the site. */
export function useHeadingFocus(): void {
  const { pathname, key } = useLocation()
  const shownPath = useRef(key === FIRST_PAGE ? pathname : null)
  useEffect(() => {
    if (shownPath.current !== pathname) focusSoon(findHeading)
    shownPath.current = pathname
  }, [pathname])
}
