import { useQuery } from '@tanstack/react-query'
import { briefQuery } from '#web/features/critique/briefs.query.ts'
import { SUBMISSION_COLUMNS } from '#web/features/critique/queue-columns.tsx'
import { useSubmissions } from '#web/features/critique/submission.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/brief.ts'

export const handle = {
  screenshots: [{ name: 'brief', viewer: 'instructor', fill: 'briefId' }],
} satisfies PageHandle

/** What students have handed in for a brief. */
export default function BriefPage({ params: { id } }: Route.ComponentProps) {
  const { data: brief } = useQuery(briefQuery(id))
  const list = useListState(SUBMISSION_COLUMNS)
  const title = brief?.title ?? 'Submissions'
  return (
    <>
      <PageTitle page={title} />
      <PagedList
        title={title}
        count="Submissions"
        noun="submissions"
        hint="Student"
        list={list}
        query={useSubmissions(id, list.query)}
        columns={SUBMISSION_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="Nothing has been handed in yet." />}
      />
    </>
  )
}
