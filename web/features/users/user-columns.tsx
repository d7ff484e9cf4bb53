import type { ListedUser, UsersQuery } from '#contract/users.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { EmailLink } from '#web/ui/text/email-address.tsx'
import { UserActions } from './user-actions.tsx'

/** The columns of all users, for admins. */
export const USER_COLUMNS: Column<ListedUser, NonNullable<UsersQuery['sort']>>[] = [
  { header: 'SI', cell: (_, index) => index + 1 },
  { header: 'Name', sort: 'name', slot: 'title', cell: ({ name }) => <p className="wrap-anywhere">{name}</p> },
  { header: 'email', sort: 'email', slot: 'meta', cell: (user) => <UserEmail user={user} /> },
  { header: 'Role', sort: 'role', slot: 'end', cell: ({ role }) => role },
  { header: 'Action', end: true, slot: 'action', cell: (user) => <UserActions user={user} /> },
]

function UserEmail({ user: { email, email_unconfirmed } }: { user: ListedUser }) {
  return (
    <>
      <EmailLink email={email} />
      {email_unconfirmed && <p className="text-sm text-soft">Not confirmed</p>}
    </>
  )
}
