import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { SideMenu } from '#web/layout/side-menu.tsx'
import { queryClient } from '#web/query-client.ts'
import { Titled } from '#web/school/titled.tsx'
import { rememberPath } from '#web/session/return-path.ts'
import { askProvider } from '#web/session/session.ts'
import { keepUp } from '#web/session/start.ts'
import { useSession } from '#web/session/use-session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import type { Route } from './+types/dashboard.ts'

/** The frame of all dashboard pages: for the signed-in only, with the side menu of their role. */
export default function Dashboard() {
  return (
    <SignedInOnly>
      <Outlet />
    </SignedInOnly>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <WithMenu>
      <ErrorPage error={error} />
    </WithMenu>
  )
}

function SignedInOnly({ children }: { children: ReactNode }) {
  const { loading, user, problem } = useSession()
  const location = useLocation()
  // Whoever logs out is on their way to the home page, which a slow device takes a while to show.
  const onTheWay = useNavigation().state !== 'idle'
  // With every step, since an admin may have changed the role.
  useEffect(() => void (location.key && keepUp()), [location.key])
  if (loading || (!user && onTheWay))
    return (
      <WithMenu>
        <Titled page="Dashboard" />
        <Loading what="the dashboard" />
      </WithMenu>
    )
  if (user) return <WithMenu>{children}</WithMenu>
  if (problem) return <Failed message={problem} onRetry={() => void askProvider()} />
  return <Navigate to="/login" replace state={rememberPath(location)} />
}

function WithMenu({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="dashboard">
        <SideMenu />
        <div className="dashboard-page">{children}</div>
      </div>
    </QueryClientProvider>
  )
}
