import type { User } from '#contract/users.ts'
import { ChangePassword } from '#web/features/profile/change-password.tsx'
import { DeleteAccount } from '#web/features/profile/delete-account.tsx'
import { EditProfile } from '#web/features/profile/edit-profile.tsx'
import { useMethods } from '#web/features/profile/methods.query.ts'
import { OwnData } from '#web/features/profile/own-data.tsx'
import { ProfileCard } from '#web/features/profile/profile-card.tsx'
import { SetPassword } from '#web/features/profile/set-password.tsx'
import { WaysToSignIn } from '#web/features/profile/ways-to-sign-in.tsx'
import { useOwnRecord } from '#web/features/users/own-record.query.ts'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { wordsFor } from '#web/session/words.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** What the school knows of whoever is signed in, in any role, and all that they may do about it. */
export default function Profile() {
  return (
    <>
      <Titled page="Profile" />
      <Greeting welcome="Profile" />
      <div className="mt-10 grid gap-12">
        <Record />
      </div>
    </>
  )
}

function Record() {
  const { data, error, refetch } = useOwnRecord()
  if (data)
    return (
      <>
        <ProfileCard {...data} />
        <EditProfile {...data} />
        <SignIn {...data} />
      </>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="your profile">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

/** What depends on how somebody signs in. */
function SignIn({ email }: User) {
  const { data: methods, error, refetch } = useMethods()
  if (methods)
    return (
      <>
        {methods.password ? <ChangePassword email={email} /> : <SetPassword email={email} />}
        <WaysToSignIn methods={methods} />
        <OwnData email={email} />
        <DeleteAccount email={email} hasPassword={methods.password} />
      </>
    )
  if (error) return <Failed message={wordsFor(error)} onRetry={() => void refetch()} />
  return (
    <Loading what="how you sign in">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
