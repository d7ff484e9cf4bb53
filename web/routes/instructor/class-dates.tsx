import { useQuery } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { BackToClasses, ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { RunList } from '#web/features/runs/run-list.tsx'
import { classRunsQuery } from '#web/features/runs/runs.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/class-dates.ts'

export const handle = {
  within: '/dashboard/manage-class',
  screenshots: [{ name: 'class-dates', fill: 'taughtId' }],
} satisfies PageHandle

/** The dates of one class: for its instructor, and for admins. */
export default function ClassDates({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Dates" />
      <ManagedClassPage title="Dates" query={useSchoolClass(params.id)}>
        {(schoolClass) => <DatesOfClass schoolClass={schoolClass} />}
      </ManagedClassPage>
    </>
  )
}

function DatesOfClass({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, className, withdrawn_at } = schoolClass
  const { data: runs, error, refetch } = useQuery(classRunsQuery(_id))
  if (runs)
    return (
      <div className="grid gap-8">
        <p className="wrap-anywhere -mt-5 text-lg text-soft">{className}</p>
        <div className="flex flex-wrap gap-3">
          {withdrawn_at === undefined && <ButtonLink to={`/dashboard/dates/${_id}/new`}>Add a date</ButtonLink>}
          <ButtonLink look="outline" to={`/dashboard/class-students/${_id}`}>
            Students
          </ButtonLink>
          <BackToClasses />
        </div>
        <RunList classes={[{ _id, className, withdrawn_at, runs }]} />
      </div>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the dates">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
