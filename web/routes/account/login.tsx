import { useCallback } from 'react'
import { Link, useLocation } from 'react-router'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { LoginForm } from '#web/features/sign-in/login-form.tsx'
import { ProviderButtons } from '#web/features/sign-in/provider-buttons.tsx'
import { SignInSteps } from '#web/features/sign-in/sign-in-steps.tsx'
import { useLeaveWhenSignedIn } from '#web/features/sign-in/use-leave-when-signed-in.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { useSchool } from '#web/school/school.ts'
import { returnPath } from '#web/session/return-path.ts'

export const handle = {
  screenshots: [{ name: 'login' }],
} satisfies PageHandle

/** Signs in and returns to the previous page. */
export default function Login() {
  const { state } = useLocation()
  const { passwords } = useSchool().signIn
  useLeaveWhenSignedIn(
    useCallback(() => returnPath(state), [state]),
    state,
  )
  return (
    <SignInSteps>
      <AuthLayout title="Login" line="Back to your classes.">
        <PageHead page="Login" />
        {passwords && <PasswordLogin state={state} />}
        <ProviderButtons />
        <DemoHint />
      </AuthLayout>
    </SignInSteps>
  )
}

function PasswordLogin({ state }: { state: unknown }) {
  return (
    <>
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
    </>
  )
}

/** The login of the demo's admin. */
function DemoHint() {
  const { demoAdmin } = useSchool()
  if (!demoAdmin) return null
  return (
    <aside aria-label="Demo login" className="mt-8 border border-line px-4 py-3 text-sm text-soft">
      <p className="edge-print">Demo admin</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4">
        <dt>Email</dt>
        <dd className="min-w-0 break-all">{demoAdmin.email}</dd>
        {demoAdmin.password && (
          <>
            <dt>Password</dt>
            <dd className="min-w-0 break-all">{demoAdmin.password}</dd>
          </>
        )}
      </dl>
    </aside>
  )
}
