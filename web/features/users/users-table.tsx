import type { User } from '#contract/users.ts'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const COLUMNS: Column<User>[] = [
  { header: 'SI', cell: (_, index) => index + 1 },
  { header: 'Name', cell: ({ name }) => <p className="wrap-anywhere">{name}</p> },
  { header: 'email', cell: ({ email }) => <EmailAddress email={email} /> },
  { header: 'Role', cell: ({ role }) => role },
]

export function UsersTable({ users }: { users: User[] }) {
  return <Table caption="Manage Users" columns={COLUMNS} rows={users} rowKey={({ _id }) => _id} />
}
