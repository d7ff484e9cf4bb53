import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type Part, useMarkHydrated } from '#web/deferred-hydration.ts'
import { rememberedChoice, rememberPath } from '#web/session/return-path.ts'
import { onSessionEnd } from '#web/session/session.ts'
import { startSession } from '#web/session/start.ts'
import { ConfirmDialog } from '#web/ui/confirm.view.tsx'
import { findHeading, focusSoon } from '#web/ui/focus.ts'
import { toastWarning } from '#web/ui/toasts.ts'
import { Toasts } from '#web/ui/toasts.view.tsx'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'

/** The frame of every page, error pages too: bar, footer and messages. Starts the session, and focuses each page. */
export function PageFrame({ children }: { children: ReactNode }) {
  useEffect(startSession, [])
  useLoginWhenSessionEnds()
  useStayOffline()
  useHeadingFocus()
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      <Bar />
      <main id="content" tabIndex={-1}>
        <HydrationPart part="main">{children}</HydrationPart>
      </main>
      <HydrationPart part="footer">
        <Footer />
      </HydrationPart>
      <Toasts />
      <ConfirmDialog />
    </>
  )
}

/** A part of the page that hydrates separately, so that a click in it does not wait for the whole page. */
function HydrationPart({ part, children }: { part: Part; children: ReactNode }) {
  return (
    <Suspense>
      {children}
      <HydrationMark part={part} />
    </Suspense>
  )
}

function HydrationMark({ part }: { part: Part }) {
  useMarkHydrated(part)
  return null
}

function useLoginWhenSessionEnds() {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => onSessionEnd(() => void navigate('/login', { state: rememberPath(location) })), [navigate, location])
}

function NavigationProgress() {
  const { state } = useNavigation()
  return <div className="navigation-progress" data-active={state !== 'idle'} aria-hidden="true" />
}

/** Null until the first page is shown, which the browser itself announces. Outlives the frame, which an error renders again. */
let shownPath: string | null = null

/** Focuses the heading of each page that the user navigates to inside the site, unless the page focuses a remembered choice. */
function useHeadingFocus(): void {
  const { pathname, state } = useLocation()
  useEffect(() => {
    // The login page remembers the choice for the next one.
    const hasChoice = rememberedChoice(state) && pathname !== '/login'
    if (shownPath && shownPath !== pathname && !hasChoice) focusSoon(findHeading)
    shownPath = pathname
  }, [pathname, state])
}

/** True if the code of a page did not load. React Router does not load it a second time. */
let isStuck = false

/**
 * Keeps the page where the code of another one does not load, and opens that one once the browser is online.
 * React Router would load the document again, which offline ends at the browser's own error page.
 */
function useStayOffline(): void {
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
