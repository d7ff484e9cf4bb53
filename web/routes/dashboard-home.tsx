import { Navigate } from 'react-router'
import { homeOf } from '#web/layout/menus.ts'
import { askProvider } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'

/** /dashboard itself: leads on to the home of one's role. */
export default function DashboardHome() {
  const { role, problem } = useSession()
  if (role) return <Navigate to={homeOf(role)} replace />
  if (problem) return <Failed message={problem} onRetry={() => void askProvider()} />
  return <Loading what="your dashboard" />
}
