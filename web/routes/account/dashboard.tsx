import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router'
import { Reauthenticate } from '#web/features/account/reauthenticate.tsx'
import stylesheet from '#web/layout/dashboard/dashboard.css?url'
import { SideMenu } from '#web/layout/dashboard/side-menu.tsx'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { queryClient } from '#web/query-client.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { rememberPath } from '#web/session/return-path.ts'
import { callProvider } from '#web/session/session.ts'
import { followChanges } from '#web/session/start.ts'
import { useSession } from '#web/session/use-session.ts'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import type { Route } from './+types/dashboard.ts'

/** The layout of the dashboard: for signed-in users only, with the side menu of their role. */
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
  // After a logout the navigation to the home page may still be running.
  const isLeaving = useNavigation().state !== 'idle' && !user
  // On every navigation, since an admin may have changed the role.
  useEffect(() => void (location.key && followChanges()), [location.key])
  if (loading || isLeaving)
    return (
      <WithMenu>
        <PageTitle page="Dashboard" />
        <NeedsJavaScript action="open your dashboard" />
        <div className="noscript:hidden">
          <Loading what="the dashboard" />
        </div>
      </WithMenu>
    )
  if (user) return <WithMenu>{children}</WithMenu>
  if (problem) return <Failed message={problem} onRetry={() => void callProvider()} />
  return <Navigate to="/login" replace state={rememberPath(location)} />
}

function WithMenu({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <link rel="stylesheet" href={stylesheet} precedence="first" />
      <div className="dashboard">
        <SideMenu />
        <div className="dashboard-page">{children}</div>
      </div>
      <Reauthenticate />
    </QueryClientProvider>
  )
}
