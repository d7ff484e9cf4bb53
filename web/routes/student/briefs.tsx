import { useQuery } from '@tanstack/react-query'
import { ownBriefsQuery } from '#web/features/critique/briefs.query.ts'
import { OwnBriefs } from '#web/features/critique/own-briefs.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Briefs', group: 'Teaching' },
  screenshots: [{ name: 'briefs' }],
} satisfies PageHandle

/** Briefs of the student's classes. */
export default function Briefs() {
  const { data, error, refetch } = useQuery(ownBriefsQuery)
  return (
    <>
      <PageTitle page="Briefs" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Briefs</h1>
      {data && data.length > 0 && <OwnBriefs briefs={data} />}
      {data?.length === 0 && (
        <Empty sentence="No briefs yet. Your instructors add them.">
          <ButtonLink to="/dashboard/enroll-class">My Enrolled Classes</ButtonLink>
        </Empty>
      )}
      {!data && error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading what="the briefs">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
