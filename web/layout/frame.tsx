import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { rememberPath } from '#web/session/return-path.ts'
import { onSessionEnd } from '#web/session/session.ts'
import { startSession } from '#web/session/start.ts'
import { type Part, useAlive } from '#web/typing-first.ts'
import { ConfirmDialog } from '#web/ui/confirm.view.tsx'
import { Notices } from '#web/ui/notices.view.tsx'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'

/** What stands around every page, an error page too: bar, footer, messages; and the session behind them. */
export function Frame({ children }: { children: ReactNode }) {
  useEffect(startSession, [])
  useLoginWhenSessionEnds()
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      <Bar />
      <main id="content" tabIndex={-1}>
        <ComesAlive part="main">{children}</ComesAlive>
      </main>
      <ComesAlive part="footer">
        <Footer />
      </ComesAlive>
      <Notices />
      <ConfirmDialog />
    </>
  )
}

/** A button pressed in one part makes React hydrate that part at once, and not the whole page with it. */
function ComesAlive({ part, children }: { part: Part; children: ReactNode }) {
  return (
    <Suspense>
      {children}
      <Alive part={part} />
    </Suspense>
  )
}

function Alive({ part }: { part: Part }) {
  useAlive(part)
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
