import { Link, useLocation } from 'react-router'
import { AccountRoom } from '#web/features/account/account-room.tsx'
import { RegisterForm } from '#web/features/account/register-form.tsx'
import { ThirdPartyButtons } from '#web/features/account/third-party-buttons.tsx'
import { useLeaveWhenSignedIn } from '#web/features/account/use-leave-when-signed-in.ts'
import { Titled } from '#web/school/titled.tsx'

const toHome = () => '/'

/** A new account, and on to the home page. */
export default function Signup() {
  const { state } = useLocation()
  useLeaveWhenSignedIn(toHome)
  return (
    <AccountRoom title="Register" line="One account for all classes.">
      <Titled page="Register" />
      <RegisterForm />
      <ThirdPartyButtons />
      <p className="mt-8 text-sm">
        Already registered?{' '}
        <Link to="/login" state={state} className="link">
          Login
        </Link>
      </p>
    </AccountRoom>
  )
}
