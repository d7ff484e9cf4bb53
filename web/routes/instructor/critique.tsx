import { CritiqueStyles } from '#web/features/critique/critique-styles.tsx'
import { CritiqueTimes } from '#web/features/critique/critique-times.tsx'
import { QUEUE_COLUMNS } from '#web/features/critique/queue-columns.tsx'
import { useQueue } from '#web/features/critique/submission.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Critique', group: 'Teaching' },
  search: [
    { label: 'Critique', about: 'Pictures of students that wait for remarks', words: 'briefs submissions queue' },
  ],
  screenshots: [{ name: 'critique', viewer: 'instructor' }],
} satisfies PageHandle

/** The submissions that wait for critique, oldest first. */
export default function Critique() {
  const list = useListState(QUEUE_COLUMNS)
  return (
    <>
      <PageTitle page="Critique" />
      <CritiqueStyles />
      <div className="contact-sheet">
        <PagedList
          title="Critique"
          count="Waiting"
          noun="submissions"
          hint="Student, brief or class"
          list={list}
          query={useQueue(list.query)}
          columns={QUEUE_COLUMNS}
          rowKey={({ _id }) => _id}
          groupBy={({ className }) => className}
          empty={<Empty sentence="No pictures wait for your critique." />}
        >
          <CritiqueTimes />
        </PagedList>
      </div>
    </>
  )
}
