import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { OpenedInvitation } from '#contract/invitations.ts'
import type { Role } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { Agreement } from '#web/features/sign-in/agreement.tsx'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { NewPasswordPair } from '#web/features/sign-in/new-password-field.tsx'
import { ProviderButtons } from '#web/features/sign-in/provider-buttons.tsx'
import { SignInSteps } from '#web/features/sign-in/sign-in-steps.tsx'
import { useSignInForm } from '#web/features/sign-in/use-sign-in-form.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSchool } from '#web/school/school.ts'
import { requestVerification } from '#web/session/account/account.ts'
import { claimAs, registerOrLogin } from '#web/session/account/claim.ts'
import type { NewAccount } from '#web/session/identity.ts'
import { LogOutButton } from '#web/session/log-out-button.tsx'
import { toMessage } from '#web/session/messages.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { withProof } from '#web/session/session.ts'
import { login } from '#web/session/sign-in/sign-in.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { AcceptForm as Values } from './accept.rules.ts'

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

/** The role is read again with the whole page, as is the token of the session. */
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
        <Registration token={token} invitation={invitation} />
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

function Registration({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
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

/** Accepts an invitation with the account that is logged in. */
function ClaimButton({ token, onAccepted }: { token: string; onAccepted: () => void }) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const accept = async () => {
    setIsSending(true)
    setProblem(undefined)
    try {
      await withProof(api.claimInvitation, { body: { token } })
      onAccepted()
    } catch (error) {
      setProblem(toMessage(error))
    }
    setIsSending(false)
  }
  return (
    <div className="grid gap-5">
      <FormError message={problem} />
      <Button busy={isSending} onClick={accept}>
        Accept invitation
      </Button>
    </div>
  )
}

/** POST /invitation/open: what the link of an invitation offers. */
const INCOMPLETE = 'This link is incomplete. Open the whole link of the invitation.'

type InvitationStep =
  | { step: 'opening' }
  | { step: 'open'; invitation: OpenedInvitation }
  | { step: 'refused'; message: string }

/** Returns what the link offers, or why it is refused. The link stays valid. */
function useInvitation(token: string | null): { state: InvitationStep; open: () => Promise<void> } {
  const [state, setState] = useState<InvitationStep>(
    token ? { step: 'opening' } : { step: 'refused', message: INCOMPLETE },
  )
  const open = useCallback(async () => {
    if (!token) return
    setState({ step: 'opening' })
    try {
      setState({ step: 'open', invitation: await call(api.openInvitation, { body: { token } }) })
    } catch (error) {
      setState({ step: 'refused', message: toMessage(error) })
    }
  }, [token])
  useEffect(() => void open(), [open])
  return { state, open }
}

const rules = lazyResolver<Values>(() => import('./accept.rules.ts'))

interface AcceptFormProps {
  token: string
  invitation: OpenedInvitation
  /** Called when the account exists, and its owner is logged in or not. */
  onAccepted: (isLoggedIn: boolean) => void
}

/** Accepts an invitation with a new account, and logs in. An address that the link does not confirm gets an e-mail that does. */
function AcceptForm({ token, invitation: { email, by_email }, onAccepted }: AcceptFormProps) {
  const { ownAccounts } = useSchool().signIn
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send({ name, password }) {
      if (!ownAccounts) {
        await acceptAtProvider(token, { name, email, password, photo: '' })
        return onAccepted(true)
      }
      await call(api.acceptInvitation, { body: { token, name, password } })
      const isLoggedIn = await login(email, password).catch(() => false)
      if (isLoggedIn && !by_email) await requestVerification().catch(() => undefined)
      onAccepted(isLoggedIn)
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <Field label="Email" type="email" autoComplete="username" readOnly value={email} name="email" />
      <Field label="Name" required autoComplete="name" error={messages.name} name="name" />
      <NewPasswordPair messages={messages} />
      <Button type="submit" busy={isSending}>
        Create account
      </Button>
      <Agreement action="accepting" />
    </form>
  )
}

/** Accepts it with an account that the identity provider creates. */
async function acceptAtProvider(token: string, account: NewAccount): Promise<void> {
  const person = await registerOrLogin(account)
  await claimAs(person, () => withProof(api.claimInvitation, { body: { token } }))
}
