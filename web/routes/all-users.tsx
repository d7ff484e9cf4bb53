import { ExportUsers } from '#web/features/users/export-users.tsx'
import { USER_COLUMNS } from '#web/features/users/user-columns.tsx'
import { useUsers } from '#web/features/users/users.query.ts'
import { Titled } from '#web/school/titled.tsx'
import { useListState } from '#web/ui/list-state.ts'
import { PagedList } from '#web/ui/paged-list.tsx'

/** Everyone at the school. The list is never empty: whoever reads it stands on it. */
export default function AllUsers() {
  const list = useListState(USER_COLUMNS)
  return (
    <>
      <Titled page="Manage Users" />
      <PagedList
        title="Manage Users"
        count="Total User"
        things="users"
        hint="Name or e-mail"
        list={list}
        query={useUsers(list.query)}
        columns={USER_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={null}
        tools={<ExportUsers query={list.query} />}
      />
    </>
  )
}
