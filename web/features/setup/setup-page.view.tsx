import { type ComponentProps, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { OwnerSignIn } from './owner-sign-in.tsx'
import { OwnerForm, SetupForm } from './setup-form.tsx'
import { useOwner } from './use-owner.ts'
import { useSetupLink } from './use-setup-link.ts'

/** The page of the link that the first start prints: it creates the school and its owner, and leads to Admin Home. */
export default function Setup() {
  const [query] = useSearchParams()
  return (
    <div className="setup-page">
      <AuthLayout title="Create school" line="You become its first admin. This takes a minute.">
        <PageTitle page="Create school" />
        <meta name="robots" content="noindex" />
        <Steps token={query.get('token')} />
      </AuthLayout>
    </div>
  )
}

function Steps({ token }: { token: string | null }) {
  const { link, check } = useSetupLink(token)
  const [isCreated, setCreated] = useState(false)
  if (isCreated) return <Created />
  if (link.step === 'checking') return <LoadingForm />
  if (link.step === 'refused') return <InvalidLink message={link.message} onRetry={token ? check : null} />
  // The whole page is loaded again, because it shows the former name.
  const leave = (isLoggedIn: boolean) => (isLoggedIn ? location.assign('/dashboard/admin-home') : setCreated(true))
  return <Forms token={token ?? ''} defaults={link.defaults} onCreated={leave} />
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
      <Skeleton className="h-96 w-full" />
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
