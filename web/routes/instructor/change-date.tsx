import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { RunPage } from '#web/features/runs/editor/run-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import type { Route } from './+types/change-date.ts'

export const handle = {
  within: '/dashboard/manage-class',
  screenshots: [{ name: 'change-date', fill: 'taughtRun' }],
} satisfies PageHandle

/** Changes a date of a class. */
export default function ChangeDate({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Change Date" />
      <ManagedClassPage title="Change Date" query={useSchoolClass(params.id)}>
        {(schoolClass) => <RunPage key={params.runId} schoolClass={schoolClass} runId={params.runId} />}
      </ManagedClassPage>
    </>
  )
}
