import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SetupDefaults } from '#contract/setup.ts'
import { api, call } from '#web/api.ts'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSchool } from '#web/school/school.ts'
import { forgetPerson, identifyWith, readPerson } from '#web/session/account/claim.ts'
import type { Person, SignInProvider } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { OwnerForm, SetupForm } from './setup-form.tsx'

/** The page of the link that the first start prints: it creates the school and its owner, and leads to Admin Home. */
export default function Setup() {
  const [query] = useSearchParams()
  const [isSecond, setSecond] = useState(false)
  return (
    <div className="setup-page">
      <AuthLayout
        title={isSecond ? 'Your school' : 'Create school'}
        line={isSecond ? '' : 'You become its first admin.'}
      >
        <PageTitle page="Create school" />
        <meta name="robots" content="noindex" />
        <Steps token={query.get('token')} onStep={setSecond} />
      </AuthLayout>
    </div>
  )
}

interface StepsProps {
  token: string | null
  /** Called with whether the second step is shown. */
  onStep: (isSecond: boolean) => void
}

function Steps({ token, onStep }: StepsProps) {
  const { link, check } = useSetupLink(token)
  const [isCreated, setCreated] = useState(false)
  if (isCreated) return <Created />
  if (link.step === 'checking') return <LoadingForm />
  if (link.step === 'refused') return <InvalidLink message={link.message} onRetry={token ? check : null} />
  // The whole page is loaded again, because it shows the former name.
  const leave = (isLoggedIn: boolean) => (isLoggedIn ? location.assign('/dashboard/admin-home') : setCreated(true))
  return <Forms token={token ?? ''} defaults={link.defaults} onStep={onStep} onCreated={leave} />
}

/** The owner signs in with the identity provider first, or creates an account with the school. */
function Forms(form: ComponentProps<typeof SetupForm>) {
  const { passwords, ownAccounts } = useSchool().signIn
  const { owner, isLoading, problem, setOwner, leave } = useOwner()
  if (isLoading) return <LoadingForm />
  if (owner) return <OwnerForm {...form} owner={owner} onLeave={() => void leave()} />
  return (
    <>
      {!ownAccounts && <OwnerSignIn problem={problem} onSignedIn={setOwner} />}
      {passwords && <SetupForm {...form} />}
    </>
  )
}

function LoadingForm() {
  return (
    <Loading what="the form">
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}

function InvalidLink({ message, onRetry }: { message: string; onRetry: (() => Promise<void>) | null }) {
  return (
    <>
      <p role="alert" className="mb-8 text-error-ink">
        {message}
      </p>
      <div className="flex flex-wrap items-center gap-5">
        {onRetry && (
          <Button look="outline" onClick={() => void onRetry()}>
            Try again
          </Button>
        )}
        <a href="/login" className="link">
          Login
        </a>
      </div>
    </>
  )
}

function Created() {
  return (
    <>
      <p role="status" className="mb-8">
        Your school is set up.
      </p>
      <a href="/login" className="btn btn-primary">
        Login
      </a>
    </>
  )
}

interface OwnerSignInProps {
  problem: string | undefined
  onSignedIn: (owner: Person) => void
}

/** Signs the owner in with a sign-in provider, before they own the school. */
function OwnerSignIn({ problem: earlier, onSignedIn }: OwnerSignInProps) {
  const { signInProviders } = useSchool()
  const [problem, setProblem] = useState(earlier)
  const signIn = async (signInProvider: SignInProvider) => {
    setProblem(undefined)
    await identifyWith(signInProvider)
      .then(onSignedIn)
      .catch((error) => setProblem(toMessage(error)))
  }
  return (
    <div className="mb-8 grid gap-4">
      <FormError message={problem} />
      {signInProviders.map((signInProvider) => (
        <Button key={signInProvider.id} look="outline" onClick={() => signIn(signInProvider)}>
          Continue with {signInProvider.name}
        </Button>
      ))}
    </div>
  )
}

/** Returns the user whom the identity provider has signed in. Where we keep the accounts ourselves, the form creates one. */
function useOwner() {
  const { ownAccounts } = useSchool().signIn
  const [owner, setOwner] = useState<Person | null>(null)
  const [isLoading, setLoading] = useState(!ownAccounts)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (ownAccounts) return
    readPerson()
      .then(setOwner)
      .catch((error) => setProblem(toMessage(error)))
      .finally(() => setLoading(false))
  }, [ownAccounts])
  const leave = () =>
    forgetPerson()
      .then(() => setOwner(null))
      .catch((error) => setProblem(toMessage(error)))
  return { owner, isLoading, problem, setOwner, leave }
}

/** POST /setup/link: checks the link that sets up the school. */
const NO_TOKEN = 'This link is incomplete. Open the whole link that the server printed at its start.'

type SetupLink =
  | { step: 'checking' }
  | { step: 'valid'; defaults: SetupDefaults }
  | { step: 'refused'; message: string }

/** Returns what the form begins with, or why the link is refused. The link stays valid. */
function useSetupLink(token: string | null): { link: SetupLink; check: () => Promise<void> } {
  const [link, setLink] = useState<SetupLink>(token ? { step: 'checking' } : { step: 'refused', message: NO_TOKEN })
  const check = useCallback(async () => {
    if (!token) return
    setLink({ step: 'checking' })
    try {
      setLink({ step: 'valid', defaults: await call(api.checkSetupLink, { body: { token } }) })
    } catch (error) {
      setLink({ step: 'refused', message: toMessage(error) })
    }
  }, [token])
  useEffect(() => void check(), [check])
  return { link, check }
}
