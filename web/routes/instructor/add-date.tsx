import { useSearchParams } from 'react-router'
import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { RunPage } from '#web/features/runs/editor/run-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import type { Route } from './+types/add-date.ts'

export const handle = {
  within: '/dashboard/manage-class',
  screenshots: [{ name: 'add-date', fill: 'taughtId' }],
} satisfies PageHandle

/** Adds a date to a class; `?copy=` names one to start from. */
export default function AddDate({ params }: Route.ComponentProps) {
  const [query] = useSearchParams()
  return (
    <>
      <PageTitle page="Add a Date" />
      <ManagedClassPage title="Add a Date" query={useSchoolClass(params.id)}>
        {(schoolClass) => <RunPage schoolClass={schoolClass} copyId={query.get('copy')} />}
      </ManagedClassPage>
    </>
  )
}
