import type { SchoolClass } from '#contract/classes.ts'
import { InsidersPage } from '#web/features/classes/insiders-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { materialQuery } from '#web/features/material/material.query.ts'
import { MaterialForm } from '#web/features/material/material-form.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { useAsNow } from '#web/ui/use-as-now.ts'
import type { Route } from './+types/class-material.ts'

/** What an instructor gives to those who are enrolled. */
export default function ClassMaterial({ params }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Material" />
      <InsidersPage title="Material" query={useSchoolClass(params.id)}>
        {(found) => <Editor key={found._id} schoolClass={found} />}
      </InsidersPage>
    </>
  )
}

function Editor({ schoolClass }: { schoolClass: SchoolClass }) {
  const { data, error, refetch } = useAsNow(materialQuery(schoolClass._id))
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
