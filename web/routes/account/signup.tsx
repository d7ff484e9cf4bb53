import { useCallback } from 'react'
import { Link, useLocation } from 'react-router'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { ProviderButtons } from '#web/features/sign-in/provider-buttons.tsx'
import { RegisterForm } from '#web/features/sign-in/register-form.tsx'
import { SignInSteps } from '#web/features/sign-in/sign-in-steps.tsx'
import { useLeaveWhenSignedIn } from '#web/features/sign-in/use-leave-when-signed-in.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { starTrails } from '#web/pictures/sign-in.built.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { useSchool } from '#web/school/school.ts'
import { returnPath } from '#web/session/return-path.ts'

export const handle = {
  screenshots: [{ name: 'signup' }],
} satisfies PageHandle

/** Creates an account, then goes back to the previous page, or to the home page. */
export default function Signup() {
  const { state } = useLocation()
  const { byInvitation, signIn } = useSchool()
  useLeaveWhenSignedIn(
    useCallback(() => returnPath(state), [state]),
    state,
  )
  return (
    <SignInSteps>
      <AuthLayout title="Register" line="One account for all classes." picture={starTrails} focus="50% 90%">
        <PageHead page="Register" />
        {byInvitation && (
          <p className="hint">We open accounts by invitation only. Register with the e-mail address that we invited.</p>
        )}
        {signIn.passwords && <RegisterForm />}
        <ProviderButtons />
        <p className="mt-8 text-sm">
          Already registered?{' '}
          <Link to="/login" state={state} className="link">
            Login
          </Link>
        </p>
      </AuthLayout>
    </SignInSteps>
  )
}
