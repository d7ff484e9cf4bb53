import { useQuery } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { Submission } from '#contract/critique.ts'
import { BriefFacts } from '#web/features/critique/brief-facts.tsx'
import { CritiqueStyles } from '#web/features/critique/critique-styles.tsx'
import { useStepKeys } from '#web/features/critique/staff-tools.tsx'
import { submissionQuery, useCritiqueCalls, useMarkRead } from '#web/features/critique/submission.query.ts'
import { SubmissionView } from '#web/features/critique/submission-view.tsx'
import { UploadForm } from '#web/features/critique/upload-form.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/submission.ts'

export const handle = {
  within: ['/dashboard/briefs', '/dashboard/critique'],
  screenshots: [{ name: 'submission', fill: 'submissionId' }],
} satisfies PageHandle

/** The pictures of a submission with their critique, for its student and for staff of its class. */
export default function SubmissionPage({ params: { id } }: Route.ComponentProps) {
  const { data: submission, error, refetch } = useQuery(submissionQuery(id))
  useStepKeys()
  return (
    <div className="critique-page">
      <PageTitle page={submission?.brief.title ?? 'Submission'} />
      {/* With the page: React hides everything around a style sheet that loads. */}
      <CritiqueStyles />
      {error instanceof CallError && error.statusCode === 404 ? (
        <Empty sentence="We couldn't find these pictures." />
      ) : submission ? (
        <Opened key={submission._id} submission={submission} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the pictures">
          <Skeleton className="h-[32rem] w-full" />
        </Loading>
      )}
    </div>
  )
}

function Opened({ submission }: { submission: Submission }) {
  const { _id, brief, student, own } = submission
  const calls = useCritiqueCalls(_id)
  useMarkRead(submission)
  return (
    <div className="grid gap-3">
      <header className="critique-head">
        <h1 className="wrap-anywhere font-display text-2xl sm:text-3xl">{brief.title}</h1>
        <p className="text-sm text-soft">
          {brief.className}
          {!own && `, pictures of ${student.name}`}
          {submission.late && ', late'}
        </p>
        <FoldedBrief brief={brief} isOpen={submission.pictures.length === 0} />
      </header>
      <SubmissionView submission={submission} calls={calls} />
      {own && <UploadForm submission={submission} onSent={calls.refetchPictures} />}
    </div>
  )
}

/** The brief, folded: the pictures have the first screen. */
function FoldedBrief({ brief, isOpen }: Pick<Submission, 'brief'> & { isOpen: boolean }) {
  return (
    <details className="disclosure" open={isOpen}>
      <summary className="text-sm">Brief</summary>
      <div className="grid max-w-prose gap-3">
        <BriefFacts brief={brief} />
      </div>
    </details>
  )
}
