import { Navigate, Outlet } from 'react-router'
import type { Role } from '#contract/users.ts'
import { callProvider } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'

/** Shows the nested pages to these roles, and redirects other users to `/`, and admins who must set up a second factor first to their profile. The dashboard handles signed-out visitors. */
export function RoleGuard({ only }: { only: Role[] }) {
  const { role, problem, lacksSecondFactor } = useSession()
  if (lacksSecondFactor) return <Navigate to="/dashboard/profile" replace />
  if (role && only.includes(role)) return <Outlet />
  if (role) return <Navigate to="/" replace />
  if (problem) return <Failed message={problem} onRetry={() => void callProvider()} />
  return <Loading what="your role" />
}
