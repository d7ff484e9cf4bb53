import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type Part, useMarkHydrated } from '#web/deferred-hydration.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { onSessionEnd } from '#web/session/session.ts'
import { startSession } from '#web/session/start.ts'
import { ConfirmDialog } from '#web/ui/confirm.view.tsx'
import { Toasts } from '#web/ui/toasts.view.tsx'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useStayOffline } from './use-stay-offline.ts'

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
