import { OWN_CLASS_COLUMNS } from '#web/features/classes/own-class-columns.tsx'
import { useOwnClasses } from '#web/features/classes/own-classes.query.ts'
import { StatusFilter, statusIn } from '#web/features/classes/status-filter.tsx'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

/** The instructor's classes, with their actions. */
export default function MyClass() {
  const list = useListState(OWN_CLASS_COLUMNS)
  return (
    <>
      <PageTitle page="My Class" />
      <PagedList
        title="My Class"
        count="Total Classes"
        noun="classes"
        hint="Class"
        list={list}
        query={useOwnClasses({ ...list.query, status: statusIn(list) })}
        columns={OWN_CLASS_COLUMNS}
        rowKey={({ _id }) => _id}
        tools={<StatusFilter list={list} />}
        empty={<NoClasses />}
      />
    </>
  )
}

function NoClasses() {
  return (
    <Empty sentence="You haven't added a class yet.">
      <ButtonLink to="/dashboard/add-class">Add a Class</ButtonLink>
    </Empty>
  )
}
