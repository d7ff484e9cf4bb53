import { Navigate, Outlet } from 'react-router'
import type { Role } from '#contract/users.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { askProvider } from './session.ts'
import { useSession } from './use-session.ts'

/** Lets these roles through to the pages inside, and leads everybody else to `/`. Inside the dashboard's own guard. */
export function RoleGuard({ only }: { only: Role[] }) {
  const { role, problem } = useSession()
  if (role && only.includes(role)) return <Outlet />
  if (role) return <Navigate to="/" replace />
  if (problem) return <Failed message={problem} onRetry={() => void askProvider()} />
  return <Loading what="your role" />
}
