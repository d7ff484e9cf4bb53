import { useCallback } from 'react'
import { Link, useLocation } from 'react-router'
import { AccountRoom } from '#web/features/account/account-room.tsx'
import { LoginForm } from '#web/features/account/login-form.tsx'
import { ThirdPartyButtons } from '#web/features/account/third-party-buttons.tsx'
import { useLeaveWhenSignedIn } from '#web/features/account/use-leave-when-signed-in.ts'
import { useSchool } from '#web/school/school.ts'
import { Titled } from '#web/school/titled.tsx'
import { returnPath } from '#web/session/return-path.ts'

/** Signing in, and back to the page that one came from. */
export default function Login() {
  const { state } = useLocation()
  useLeaveWhenSignedIn(
    useCallback(() => returnPath(state), [state]),
    state,
  )
  return (
    <AccountRoom title="Login" line="Back to your classes.">
      <Titled page="Login" />
      <DemoHint />
      <LoginForm />
      <p className="mt-5 flex flex-wrap justify-between gap-3 text-sm">
        <Link to="/forgot-password" className="link">
          Forgot password?
        </Link>
        <span>
          New here?{' '}
          <Link to="/signup" state={state} className="link">
            Register
          </Link>
        </span>
      </p>
      <ThirdPartyButtons />
    </AccountRoom>
  )
}

/** The demo school's admin, for whoever looks around. */
function DemoHint() {
  const { demoAdmin } = useSchool()
  if (!demoAdmin) return null
  return (
    <aside aria-label="Demo login" className="hint">
      <p className="edge-print">Demo admin</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4">
        <dt className="text-soft">E-mail</dt>
        <dd className="break-all">{demoAdmin.email}</dd>
        <dt className="text-soft">Password</dt>
        <dd>{demoAdmin.password}</dd>
      </dl>
    </aside>
  )
}
