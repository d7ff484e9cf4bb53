import { useQuery } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { BriefList } from '#web/features/critique/brief-list.tsx'
import { classBriefsQuery } from '#web/features/critique/briefs.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/class-briefs.ts'

export const handle = {
  within: ['/dashboard/my-class', '/dashboard/manage-class'],
  screenshots: [{ name: 'class-briefs', viewer: 'instructor', fill: 'taughtId' }],
} satisfies PageHandle

/** The briefs of a class. */
export default function ClassBriefs({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Briefs" />
      <ManagedClassPage title="Briefs" query={useSchoolClass(params.id)}>
        {(schoolClass) => <Briefs key={schoolClass._id} schoolClass={schoolClass} />}
      </ManagedClassPage>
    </>
  )
}

function Briefs({ schoolClass: { _id, className } }: { schoolClass: SchoolClass }) {
  const { role } = useSession()
  const { data, error, refetch } = useQuery(classBriefsQuery(_id))
  if (data)
    return (
      <div className="grid gap-8">
        <p className="wrap-anywhere -mt-5 text-lg text-soft">{className}</p>
        {data.length === 0 && <p>No briefs yet.</p>}
        <BriefList classId={_id} briefs={data} canEdit={role === 'instructor'} />
      </div>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the briefs">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
