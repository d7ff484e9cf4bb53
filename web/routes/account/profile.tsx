import type { User } from '#contract/users.ts'
import { AccessTokens } from '#web/features/access-tokens/access-tokens.tsx'
import { ChangeEmail, EmailAtProvider } from '#web/features/account/change-email.tsx'
import { ChangePassword } from '#web/features/account/change-password.tsx'
import { DeleteAccount } from '#web/features/account/delete-account.tsx'
import { EditProfile } from '#web/features/account/edit-profile.tsx'
import { useMethods } from '#web/features/account/methods.query.ts'
import { OwnData } from '#web/features/account/own-data.tsx'
import { ProfileCard } from '#web/features/account/profile-card.tsx'
import { SecondFactor } from '#web/features/account/second-factor/second-factor.tsx'
import { SetPassword } from '#web/features/account/set-password.tsx'
import { SignInSessions } from '#web/features/account/sign-in-sessions.tsx'
import { WaysToSignIn } from '#web/features/account/ways-to-sign-in.tsx'
import { CalendarSection } from '#web/features/calendar/calendar-section.tsx'
import { NewsSection } from '#web/features/critique/news-section.tsx'
import { EnrolmentNewsSection } from '#web/features/enrolments/enrolment-news.tsx'
import { useOwnRecord } from '#web/features/users/own-record.query.ts'
import { Greeting } from '#web/layout/dashboard/greeting.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSchool } from '#web/school/school.ts'
import { toMessage } from '#web/session/messages.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'

export const handle = {
  menu: { label: 'Profile' },
  search: [
    {
      label: 'Profile',
      about: 'Name, photo, password, second factor, access tokens, calendar',
      words: 'my account e-mail address two 2fa sessions sign-ins devices reminders briefs critique',
    },
  ],
  screenshots: [{ name: 'profile' }],
} satisfies PageHandle

const OwnProfile = lazyView(() => import('#web/features/profiles/own-profile.view.tsx'))

/** The user's own record and account settings, in any role. */
export default function Profile() {
  return (
    <>
      <PageTitle page="Profile" />
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
        {data.role === 'instructor' && <OwnProfile id={data._id} />}
        {data.role === 'instructor' && <EnrolmentNewsSection />}
        <CalendarSection />
        <NewsSection />
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

/** The sections that depend on the user's sign-in methods. */
function SignIn({ email, role }: User) {
  const { passwords, secondFactor, sessions, emailChanges } = useSchool().signIn
  const { data: methods, error, refetch } = useMethods()
  if (methods)
    return (
      <>
        {emailChanges ? <ChangeEmail email={email} hasPassword={methods.password} /> : <EmailAtProvider />}
        {passwords && (methods.password ? <ChangePassword email={email} /> : <SetPassword email={email} />)}
        {secondFactor && <SecondFactor methods={methods} />}
        {passwords && <WaysToSignIn methods={methods} />}
        {sessions && <SignInSessions email={email} />}
        <AccessTokens role={role} />
        <OwnData email={email} />
        <DeleteAccount email={email} hasPassword={methods.password} />
      </>
    )
  if (error) return <Failed message={toMessage(error)} onRetry={() => void refetch()} />
  return (
    <Loading what="how you sign in">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
