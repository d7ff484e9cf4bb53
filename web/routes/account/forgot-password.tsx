import { Link } from 'react-router'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { ForgotForm } from '#web/features/sign-in/forgot-form.tsx'
import { NeedsPasswords } from '#web/features/sign-in/needs-passwords.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  screenshots: [{ name: 'forgot-password' }],
} satisfies PageHandle

/** Requests a link to reset a forgotten password. */
export default function ForgotPassword() {
  return (
    <AuthLayout title="Forgot password" line="We e-mail you a link to choose a new one.">
      <PageTitle page="Forgot password" />
      <NeedsPasswords>
        <ForgotForm />
        <p className="mt-5 text-sm">
          Remembered it?{' '}
          <Link to="/login" className="link">
            Login
          </Link>
        </p>
      </NeedsPasswords>
    </AuthLayout>
  )
}
