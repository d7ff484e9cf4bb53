import { CLASS_COLUMNS } from '#web/features/classes/all-class-columns.tsx'
import { useAllClasses } from '#web/features/classes/all-classes.query.ts'
import { ExportClasses } from '#web/features/classes/export-classes.tsx'
import { StatusFilter, statusIn } from '#web/features/classes/status-filter.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/list-state.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

/** Every class of the school, for the admins who decide on it. */
export default function ManageClass() {
  const list = useListState(CLASS_COLUMNS)
  const query = { ...list.query, status: statusIn(list) }
  return (
    <>
      <Titled page="Manage Classes" />
      <PagedList
        title="Manage Classes"
        count="Total Classes"
        things="classes"
        hint="Class, instructor or e-mail"
        list={list}
        query={useAllClasses(query)}
        columns={CLASS_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<NothingOffered />}
        tools={
          <>
            <StatusFilter list={list} />
            <ExportClasses query={query} />
          </>
        }
      />
    </>
  )
}

function NothingOffered() {
  return (
    <Empty sentence="Nobody has offered a class yet.">
      <ButtonLink to="/dashboard/all-users">See who could teach one</ButtonLink>
    </Empty>
  )
}
