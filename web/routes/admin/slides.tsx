import { slidesQuery } from '#web/features/home/editor/home-content.query.ts'
import { SlideList } from '#web/features/home/editor/slide-list.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Slides', group: 'Site' },
  search: [{ label: 'Slides', about: 'Hero slider of the home page', words: 'banner carousel pictures' }],
  screenshots: [{ name: 'slides' }],
} satisfies PageHandle

/** The slides of the home page. */
export default function Slides() {
  const { data, error, refetch } = useFreshQuery(slidesQuery)
  return (
    <>
      <PageTitle page="Slides" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Slides</h1>
      <p className="mb-8 max-w-prose text-soft">They open the home page. Drag them, or use Up and Down.</p>
      {data ? (
        <SlideList slides={data} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the slides">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
