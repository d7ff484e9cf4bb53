import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '#web/features/users/own-record.query.ts'
import { UnlinkSignIn, UserEmailForm } from '#web/features/users/user-email-form.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSchool } from '#web/school/school.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { BackLink } from '#web/ui/text/back-link.tsx'
import type { Route } from './+types/user-email.ts'

export const handle = {
  within: '/dashboard/all-users',
  screenshots: [{ name: 'user-email', fill: 'studentEmail' }],
} satisfies PageHandle

/** The e-mail address of one user, for admins. */
export default function UserEmail({ params }: Route.ComponentProps) {
  const { emailChanges } = useSchool().signIn
  const { data: user, error, refetch } = useQuery(recordQuery(params.email))
  return (
    <>
      <PageTitle page="E-mail address" />
      <BackLink to="/dashboard/all-users">Manage Users</BackLink>
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">E-mail address</h1>
      <p className="wrap-anywhere mb-8 max-w-prose text-soft">
        {user ? `${user.name} has the address ${user.email}.` : params.email}
      </p>
      <div className="grid max-w-2xl gap-6">
        {user && (emailChanges ? <UserEmailForm user={user} /> : <UnlinkSignIn user={user} />)}
        {error && <Failed message={error.message} onRetry={() => void refetch()} />}
        {!user && !error && <Loading what="the user" />}
      </div>
    </>
  )
}
