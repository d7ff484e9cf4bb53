import { Link } from 'react-router'
import { AccountRoom } from '#web/features/account/account-room.tsx'
import { ForgotForm } from '#web/features/account/forgot-form.tsx'
import { Titled } from '#web/school/titled.tsx'

/** The way back in for whoever does not know their password any more. */
export default function ForgotPassword() {
  return (
    <AccountRoom title="Forgot password" line="We send you a link with which you choose a new one.">
      <Titled page="Forgot password" />
      <ForgotForm />
      <p className="mt-5 text-sm">
        Remembered it?{' '}
        <Link to="/login" className="link">
          Login
        </Link>
      </p>
    </AccountRoom>
  )
}
