import { termsQuery } from '#web/features/terms/terms.query.ts'
import { TermsList } from '#web/features/terms/terms-list.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Terms', group: 'Teaching' },
  search: [
    {
      label: 'Terms',
      about: 'Cancellation terms: what students get back, and until when',
      words: 'cancel refund conditions fees deadline',
    },
  ],
  screenshots: [{ name: 'cancellation-terms' }],
} satisfies PageHandle

/** The cancellation terms of the school. */
export default function TermsPage() {
  const { data, error, refetch } = useFreshQuery(termsQuery)
  return (
    <>
      <PageTitle page="Terms" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Terms</h1>
      <p className="mb-8 max-w-prose text-soft">
        What students get back when they cancel. A change applies to purchases from then on; earlier ones keep the terms
        that they were shown.
      </p>
      {data ? (
        <TermsList terms={data} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the terms">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
