import { Link } from 'react-router'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { profileQuery } from './profile.query.ts'
import { ProfileForm } from './profile-form.tsx'

/** Reads the profile of an instructor and edits it, with a link to their page. */
export function ProfileEditor({ id }: { id: string }) {
  const { data, error, refetch } = useFreshQuery(profileQuery(id))
  if (data)
    return (
      <>
        <ProfileForm key={id} id={id} opened={data} />
        <Link to={`/instructors/${id}`} className="link justify-self-start">
          See the page
        </Link>
      </>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the instructor profile">
      <Skeleton className="h-96 w-full" />
    </Loading>
  )
}
