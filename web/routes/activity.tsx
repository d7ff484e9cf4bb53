import { useActivity } from '#web/features/activity/activity.query.ts'
import { ACTIVITY_COLUMNS } from '#web/features/activity/activity-columns.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/list-state.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

/** Who did what and when: deeds of admins and instructors that others may want to know of. */
export default function Activity() {
  const list = useListState(ACTIVITY_COLUMNS)
  return (
    <>
      <Titled page="Activity" />
      <PagedList
        title="Activity"
        count="Total Entries"
        things="entries"
        hint="Name, e-mail, class or words"
        list={list}
        query={useActivity(list.query)}
        columns={ACTIVITY_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<NothingDone />}
      />
    </>
  )
}

function NothingDone() {
  return (
    <Empty sentence="Nothing stands on the record yet.">
      <ButtonLink to="/dashboard/manage-class">See which classes wait</ButtonLink>
    </Empty>
  )
}
