import { ExportEverything } from '#web/features/backup/export-everything.tsx'
import { schoolQuery } from '#web/features/school/school.query.ts'
import { SchoolForm } from '#web/features/school/school-form.tsx'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** What the school says about itself, on every page and in every e-mail. */
export default function School() {
  return (
    <>
      <PageTitle page="School" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">School</h1>
      <p className="mb-8 max-w-prose text-soft">What you save here shows at once, on every page and in every e-mail.</p>
      <Settings />
      <ExportEverything />
    </>
  )
}

function Settings() {
  const { data, error, refetch } = useFreshQuery(schoolQuery)
  if (data) return <SchoolForm opened={data} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the settings">
      <Skeleton className="h-96 w-full" />
    </Loading>
  )
}
