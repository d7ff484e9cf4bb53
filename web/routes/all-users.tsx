import { useUsers } from '#web/features/users/users.query.ts'
import { UsersTable } from '#web/features/users/users-table.tsx'
import { Titled } from '#web/school/titled.tsx'
import { QueryList } from '#web/ui/query-list.tsx'

/** Everyone at the school. The list is never empty: whoever reads it stands on it. */
export default function AllUsers() {
  return (
    <>
      <Titled page="Manage Users" />
      <QueryList title="Manage Users" count="Total User" query={useUsers()} empty={null}>
        {(users) => <UsersTable users={users} />}
      </QueryList>
    </>
  )
}
