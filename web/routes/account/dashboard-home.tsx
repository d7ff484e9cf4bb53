import { Navigate } from 'react-router'
import { findHome } from '#web/layout/find-home.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { callProvider } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'

export const handle = {
  // It redirects to the home of the role.
  screenshots: [],
} satisfies PageHandle

/** Redirects /dashboard to the home page of the user's role. */
export default function DashboardHome() {
  const { role, problem } = useSession()
  if (role) return <Navigate to={findHome(role)} replace />
  if (problem) return <Failed message={problem} onRetry={() => void callProvider()} />
  return <Loading what="your dashboard" />
}
