import { useQuery } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import { api, call } from '#web/api.ts'
import { ClassDates } from '#web/features/classes/page/class-dates.tsx'
import { ClassTexts } from '#web/features/classes/page/class-view.tsx'
import { queryKeys } from '#web/queries.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** GET /class/{id}/preview: what visitors will see of a class, its dates included. It needs `ArticleStyles`. */
export function ClassPreview({ schoolClass: { _id, version } }: { schoolClass: SchoolClass }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.class, _id, 'preview', version],
    queryFn: () => call(api.previewClass, { params: { id: _id } }),
  })
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading what="the preview">
        <Skeleton className="h-72 w-full" />
      </Loading>
    )
  const { level, runs } = data.schoolClass
  return (
    <section aria-labelledby="preview-title" className="class-preview">
      <h2 id="preview-title" className="edge-print">
        As visitors will see it
      </h2>
      <p className="text-soft">
        {LEVEL_LABELS[level]}.{runs.every(({ sessions }) => sessions.length === 0) && ' No date is set yet.'}
      </p>
      <ClassDates page={data} />
      <ClassTexts {...data} />
    </section>
  )
}
