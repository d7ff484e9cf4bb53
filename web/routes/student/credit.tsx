import { creditQuery } from '#web/features/credit/credit.query.ts'
import { CreditView } from '#web/features/credit/credit-view.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Credit' },
  screenshots: [{ name: 'credit' }],
} satisfies PageHandle

/** The credit of a student. */
export default function CreditPage() {
  const { data, error, refetch } = useFreshQuery(creditQuery)
  return (
    <>
      <PageTitle page="Credit" />
      <h1 className="mb-6 font-display text-4xl sm:text-5xl">Credit</h1>
      {data ? (
        <CreditView credit={data} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="your credit">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </>
  )
}
