import { ExportUsers } from '#web/features/users/export-users.tsx'
import { USER_COLUMNS } from '#web/features/users/user-columns.tsx'
import { useUsers } from '#web/features/users/users.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'

export const handle = {
  menu: { label: 'Manage Users' },
  search: [
    {
      label: 'Manage Users',
      about: 'Roles, instructors, admins, students, delete, CSV',
      words: 'people persons members accounts teachers promote demote customers',
    },
  ],
  screenshots: [{ name: 'all-users' }],
} satisfies PageHandle

/** All users. The list is never empty: it contains the admin who reads it. */
export default function AllUsers() {
  const list = useListState(USER_COLUMNS)
  return (
    <>
      <PageTitle page="Manage Users" />
      <PagedList
        title="Manage Users"
        count="Total User"
        noun="users"
        hint="Name or e-mail"
        list={list}
        query={useUsers(list.query)}
        columns={USER_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={null}
        tools={
          <>
            <ButtonLink look="outline" to="/dashboard/invitations">
              Invite people
            </ButtonLink>
            <ExportUsers query={list.query} />
          </>
        }
      />
    </>
  )
}
