import { UpdateClassForm } from '#web/features/classes/editor/update-class-form.tsx'
import { BackToClasses, ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/class-update.ts'

export const handle = {
  within: '/dashboard/my-class',
  screenshots: [{ name: 'class-update', fill: 'taughtId' }],
} satisfies PageHandle

/** Edits one of the instructor's classes. */
export default function ClassUpdate({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Update Class" />
      <ManagedClassPage title="Update Class" query={useFreshQuery(schoolClassQuery(params.id))}>
        {(schoolClass) =>
          schoolClass.withdrawn_at === undefined ? (
            <UpdateClassForm key={schoolClass._id} opened={schoolClass} />
          ) : (
            <Empty sentence="This class is withdrawn. You can no longer change it.">
              <BackToClasses />
            </Empty>
          )
        }
      </ManagedClassPage>
    </>
  )
}
