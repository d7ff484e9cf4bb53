import { useQuery } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import { ChoiceForm } from '#web/features/payments/choices/choice-form.tsx'
import { runChoiceQuery } from '#web/features/payments/choices/choices.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/choice.ts'

export const handle = {
  within: '/dashboard/enroll-class',
  screenshots: [{ name: 'choice', viewer: 'student', fill: 'canceledRun' }],
} satisfies PageHandle

/** The choice of a buyer, in any role, whose date was canceled or whose class was withdrawn. */
export default function ChoicePage({ params: { id } }: Route.ComponentProps) {
  const { data: choice, error, refetch } = useQuery(runChoiceQuery(id))
  return (
    <>
      <PageTitle page="Choice" />
      {choice ? (
        <ChoiceForm runId={id} choice={choice} />
      ) : error instanceof CallError && error.statusCode === 404 ? (
        <Empty sentence="You have nothing to choose here." />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the choice">
          <Skeleton className="h-96 w-full max-w-2xl" />
        </Loading>
      )}
    </>
  )
}
