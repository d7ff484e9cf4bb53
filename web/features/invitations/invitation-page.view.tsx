import { Link, useLocation, useSearchParams } from 'react-router'
import type { OpenedInvitation } from '#contract/invitations.ts'
import type { Role } from '#contract/users.ts'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { ProviderButtons } from '#web/features/sign-in/provider-buttons.tsx'
import { SignInSteps } from '#web/features/sign-in/sign-in-steps.tsx'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSchool } from '#web/school/school.ts'
import { LogOutButton } from '#web/session/log-out-button.tsx'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { AcceptForm } from './accept-form.tsx'
import { ClaimButton } from './claim-button.tsx'
import { useInvitation } from './use-invitation.ts'

/** The page of an invitation's link: a new account, or the role for the account that is logged in. */
export default function Invitation() {
  const [query] = useSearchParams()
  const { name } = useSchool()
  return (
    <SignInSteps>
      <AuthLayout title="Your invitation" line={`${name} invites you.`}>
        <PageTitle page="Invitation" />
        <meta name="robots" content="noindex" />
        <Steps token={query.get('token')} />
      </AuthLayout>
    </SignInSteps>
  )
}

function Steps({ token }: { token: string | null }) {
  const { state, open } = useInvitation(token)
  const { loading } = useSession()
  if (state.step === 'refused')
    return (
      <>
        <p role="alert" className="mb-8 text-error-ink">
          {state.message}
        </p>
        {token && (
          <Button look="outline" onClick={() => void open()}>
            Try again
          </Button>
        )}
      </>
    )
  if (state.step === 'opening' || loading)
    return (
      <Loading what="your invitation">
        <Skeleton className="h-80 w-full" />
      </Loading>
    )
  return <Choice token={token ?? ''} invitation={state.invitation} />
}

const AS: Record<Role, string> = { student: 'a student', instructor: 'an instructor', admin: 'an admin' }

/** The role is read anew with the whole page, as is the token of the session. */
const leave = (isLoggedIn: boolean) => location.assign(isLoggedIn ? '/dashboard' : '/login')

function Choice({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { user } = useSession()
  const { email, role } = invitation
  return (
    <>
      <p className="wrap-anywhere mb-8">
        The invitation is for <strong>{email}</strong>, as {AS[role]}.
      </p>
      {user ? (
        user.email === email ? (
          <ClaimButton token={token} onAccepted={() => leave(true)} />
        ) : (
          <OtherUser email={user.email} />
        )
      ) : (
        <NewAccount token={token} invitation={invitation} />
      )}
    </>
  )
}

function OtherUser({ email }: { email: string }) {
  return (
    <>
      <p className="wrap-anywhere mb-5">You are logged in as {email}. Log out to accept the invitation.</p>
      <LogOutButton />
    </>
  )
}

function NewAccount({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const location = useLocation()
  const { signInProviders, signIn } = useSchool()
  const needsConfirmation = invitation.role === 'admin' && !invitation.by_email
  if (invitation.has_account)
    return (
      <p>
        This address has an account already.{' '}
        <Link to="/login" state={rememberPath(location)} className="link">
          Login
        </Link>{' '}
        to accept.
      </p>
    )
  return (
    <>
      {needsConfirmation ? (
        <p>
          Admins need a confirmed e-mail address. Open the link in our e-mail
          {signInProviders.length > 0 && ', or continue with a sign-in provider'}.
        </p>
      ) : (
        signIn.passwords && <AcceptForm token={token} invitation={invitation} onAccepted={leave} />
      )}
      <ProviderButtons />
    </>
  )
}
