import type { SchoolClass } from '#contract/classes.ts'
import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { materialQuery } from '#web/features/materials/material.query.ts'
import { MaterialForm } from '#web/features/materials/material-form.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/class-material.ts'

export const handle = {
  within: '/dashboard/my-class',
  screenshots: [{ name: 'class-material', fill: 'taughtId' }],
} satisfies PageHandle

/** Edits the material of a class. */
export default function ClassMaterial({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Material" />
      <ManagedClassPage title="Material" query={useSchoolClass(params.id)}>
        {(schoolClass) => <Editor key={schoolClass._id} schoolClass={schoolClass} />}
      </ManagedClassPage>
    </>
  )
}

function Editor({ schoolClass }: { schoolClass: SchoolClass }) {
  const { data, error, refetch } = useFreshQuery(materialQuery(schoolClass._id))
  if (data)
    return (
      <div className="grid gap-8">
        <p className="wrap-anywhere -mt-5 text-lg text-soft">{schoolClass.className}</p>
        <MaterialForm schoolClass={schoolClass} opened={data} />
      </div>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the material">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
