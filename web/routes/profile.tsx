import { useOwnRecord } from '#web/features/users/own-record.query.ts'
import { ProfileCard } from '#web/features/users/profile-card.tsx'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** What the school knows of whoever is signed in, in any role. */
export default function Profile() {
  return (
    <>
      <Titled page="Profile" />
      <Greeting welcome="Profile" />
      <div className="mt-10 max-w-2xl">
        <Record />
      </div>
    </>
  )
}

function Record() {
  const { data, error, refetch } = useOwnRecord()
  if (data) return <ProfileCard {...data} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="your profile">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
