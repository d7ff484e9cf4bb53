import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { BriefWithOwn } from '#contract/briefs.ts'
import { formatCount } from '#contract/values/count.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { BriefFacts } from './brief-facts.tsx'

/** The briefs of a student's classes, with what they have handed in. */
export function OwnBriefs({ briefs }: { briefs: BriefWithOwn[] }) {
  return (
    <ul className="border-line border-b">
      {briefs.map((brief) => (
        <li key={brief._id} className="grid gap-3 border-line border-t py-6">
          <h2 className="wrap-anywhere font-display text-2xl">{brief.title}</h2>
          <p className="text-soft">{brief.className}</p>
          <BriefFacts brief={brief} />
          <p>{describeProgress(brief)}</p>
          <div>
            <OpenSubmission brief={brief} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Returns what became of a brief for its student. */
function describeProgress({ submission, due_at }: BriefWithOwn): string {
  const isOver = due_at < Date.now()
  if (!submission || submission.pictures === 0)
    return isOver ? 'Due, and nothing handed in yet. We take late pictures too.' : 'Nothing handed in yet.'
  const handedIn = `${formatCount(submission.pictures, 'picture')} handed in${submission.late ? ', late' : ''}.`
  if (submission.unread) return `${handedIn} New critique.`
  return submission.state === 'released' ? `${handedIn} Critique released.` : handedIn
}

function OpenSubmission({ brief: { _id, title, submission } }: { brief: BriefWithOwn }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { isBusy, run } = useBusy()
  if (submission)
    return (
      <ButtonLink to={`/dashboard/submission/${submission._id}`} look={submission.unread ? 'primary' : 'outline'}>
        {submission.unread ? 'Read the critique' : 'Open'}
        <About>{title}</About>
      </ButtonLink>
    )
  const begin = async () => {
    const { insertedId } = await call(api.beginSubmission, { params: { id: _id } })
    void refetchAfter(client, 'critiqueChanged')
    await navigate(`/dashboard/submission/${insertedId}`)
  }
  return (
    <Button busy={isBusy} onClick={() => run(begin)}>
      Hand in pictures
      <About>{title}</About>
    </Button>
  )
}
