import { reviewsQuery } from '#web/features/home/editor/home-content.query.ts'
import { ReviewList } from '#web/features/home/editor/review-list.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Reviews', group: 'Site' },
  search: [{ label: 'Reviews', about: 'Testimonials of the home page', words: 'quotes recommendations ratings' }],
  screenshots: [{ name: 'reviews' }],
} satisfies PageHandle

/** The testimonials of the home page. */
export default function Reviews() {
  const { data, error, refetch } = useFreshQuery(reviewsQuery)
  return (
    <>
      <PageTitle page="Reviews" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Reviews</h1>
      <p className="mb-8 max-w-prose text-soft">The testimonials of the home page, the oldest first.</p>
      {data ? (
        <ReviewList reviews={data} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the reviews">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
