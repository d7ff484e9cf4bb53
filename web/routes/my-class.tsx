import { OWN_CLASS_COLUMNS } from '#web/features/classes/own-class-columns.tsx'
import { useOwnClasses } from '#web/features/classes/own-classes.query.ts'
import { StatusFilter, statusIn } from '#web/features/classes/status-filter.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/list-state.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

/** What an instructor teaches, and all that can be done about it. */
export default function MyClass() {
  const list = useListState(OWN_CLASS_COLUMNS)
  return (
    <>
      <Titled page="My Class" />
      <PagedList
        title="My Class"
        count="Total Classes"
        things="classes"
        hint="Class"
        list={list}
        query={useOwnClasses({ ...list.query, status: statusIn(list) })}
        columns={OWN_CLASS_COLUMNS}
        rowKey={({ _id }) => _id}
        tools={<StatusFilter list={list} />}
        empty={<NothingTaught />}
      />
    </>
  )
}

function NothingTaught() {
  return (
    <Empty sentence="You do not teach a class yet.">
      <ButtonLink to="/dashboard/add-class">Add a Class</ButtonLink>
    </Empty>
  )
}
