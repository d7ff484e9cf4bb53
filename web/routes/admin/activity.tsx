import { useActivity } from '#web/features/activity/activity.query.ts'
import { ACTIVITY_COLUMNS } from '#web/features/activity/activity-columns.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Activity', group: 'System' },
  search: [{ label: 'Activity', about: 'Log of what admins and instructors did', words: 'history audit changes' }],
  screenshots: [{ name: 'activity' }],
} satisfies PageHandle

/** The log of the actions of admins and instructors. */
export default function Activity() {
  const list = useListState(ACTIVITY_COLUMNS)
  return (
    <>
      <PageTitle page="Activity" />
      <PagedList
        title="Activity"
        count="Total Entries"
        noun="entries"
        hint="Name, e-mail, class or text"
        list={list}
        query={useActivity(list.query)}
        columns={ACTIVITY_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<NoEntries />}
      />
    </>
  )
}

function NoEntries() {
  return (
    <Empty sentence="No activity yet.">
      <ButtonLink to="/dashboard/manage-class">Review classes</ButtonLink>
    </Empty>
  )
}
