import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import type { ListedUser, Role, User, UsersQuery } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { type Confirmation, confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { PersonPrint } from '#web/ui/lists/person-print.tsx'
import { RowActions } from '#web/ui/lists/row-actions.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { EmailAddress, toMailto } from '#web/ui/text/email-address.tsx'
import { popupSuccess, toastError, toastWarning } from '#web/ui/toasts.ts'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { useAction } from '#web/use-action.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'

const CreditDialog = lazyView(() => import('#web/features/credit/credit-dialog.tsx'))

/** The columns of all users, for admins. */
export const USER_COLUMNS: Column<ListedUser, NonNullable<UsersQuery['sort']>>[] = [
  { header: 'SI', cell: (_, index) => <span className="text-sm text-soft">{index + 1}</span> },
  { header: 'Name', sort: 'name', slot: 'title', cell: (user) => <UserName user={user} /> },
  { header: 'email', sort: 'email', slot: 'meta', cell: (user) => <UserEmail user={user} /> },
  { header: 'Role', sort: 'role', slot: 'end', cell: ({ role }) => <UserRole role={role} /> },
  { header: 'Action', end: true, slot: 'action', cell: (user) => <UserActions user={user} /> },
]

/** Leads to what the user teaches, or has bought. */
function UserName({ user: { name, email, image, role } }: { user: ListedUser }) {
  const page = role === 'instructor' ? 'manage-class' : 'payments'
  return (
    <>
      <PersonPrint src={image} name={name} className="row-photo small-print" />
      <Link
        to={`/dashboard/${page}?${new URLSearchParams({ q: email })}`}
        className="row-link wrap-anywhere hover:underline"
      >
        {name}
      </Link>
    </>
  )
}

/** Most users are students: the others are seen first. */
function UserRole({ role }: { role: Role }) {
  return (
    <span className="role-tag" data-role={role}>
      {role}
    </span>
  )
}

function UserEmail({ user: { email, email_unconfirmed } }: { user: ListedUser }) {
  return (
    <>
      <p className="text-soft">
        <EmailAddress email={email} />
      </p>
      {email_unconfirmed && <p className="text-sm text-soft">Not confirmed</p>}
    </>
  )
}

/** An admin's actions on a user. An admin's own role can only be changed by another admin. */
function UserActions({ user }: { user: User }) {
  const { user: self } = useSession()
  const isSelf = self?.email === user.email
  const [isGiving, setIsGiving] = useState(false)
  return (
    <>
      <RowActions
        about={user.name}
        isQuiet
        more={<Further user={user} isSelf={isSelf} onCredit={() => setIsGiving(true)} />}
      >
        <RoleButton user={user} isSelf={isSelf} next="instructor" label="Make Instructor" />
        <RoleButton user={user} isSelf={isSelf} next="admin" label="Make Admin" />
        <DeleteButton user={user} isSelf={isSelf} />
      </RowActions>
      {isGiving && <CreditDialog user={user} onDone={() => setIsGiving(false)} />}
      {isSelf && <p className="row-note">This is you: only another admin can change your role.</p>}
    </>
  )
}

function DeleteButton({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { deleteUser, isDeleting } = useDeleteUser(user)
  return (
    <Button
      look="danger"
      className="btn-sm"
      disabled={isSelf}
      busy={isDeleting}
      onClick={({ currentTarget }) => deleteUser(currentTarget)}
    >
      Delete<About>{user.name}</About>
    </Button>
  )
}

interface RoleButtonProps {
  user: User
  isSelf: boolean
  next: Role
  label: string
}

function RoleButton({ user, isSelf, next, label }: RoleButtonProps) {
  const { mutate, isPending } = useChangeRole(user)
  const change = async ({ currentTarget }: MouseEvent) => {
    const question = toQuestion(user, next)
    if (!question || (await confirm(question))) await keepRowFocus(currentTarget, () => mutate(next))
  }
  return (
    <Button look="outline" className="btn-sm" disabled={isSelf || user.role === next} busy={isPending} onClick={change}>
      {label}
      <About>{user.name}</About>
    </Button>
  )
}

const DEMOTION_CONSEQUENCES: Record<Role, string> = {
  student: '',
  instructor: 'Their classes leave the catalogue until they teach again. Enrolled students keep access.',
  admin: 'They lose admin access immediately.',
}

/** Returns what to ask before a change of the role; null for one that takes nothing away and opens nothing of others. */
function toQuestion({ name, role }: User, next: Role): Confirmation | null {
  const loss = DEMOTION_CONSEQUENCES[role]
  if (next === 'student') return { title: `Make ${name} a student?`, text: loss, action: 'Yes, make them a student!' }
  if (next === 'instructor')
    return role === 'admin' ? { title: `Make ${name} an instructor?`, text: loss, action: 'Make Instructor' } : null
  const gain = `${name} will read everybody's data, decide on classes, refund payments, and make or remove other admins.`
  return { title: `Make ${name} an admin?`, text: loss ? `${gain} ${loss}` : gain, action: 'Make Admin' }
}

function Further({ user, isSelf, onCredit }: { user: User; isSelf: boolean; onCredit: () => void }) {
  return (
    <>
      <RoleButton user={user} isSelf={isSelf} next="student" label="Make Student" />
      <a href={toMailto(user.email)} className="btn btn-outline btn-sm">
        Send e-mail<About>{`to ${user.name}`}</About>
      </a>
      {user.role !== 'admin' && (
        <>
          <ButtonLink look="outline" className="btn-sm" to={`/dashboard/user-email/${encodeURIComponent(user.email)}`}>
            Change e-mail<About>{`of ${user.name}`}</About>
          </ButtonLink>
          <Button look="outline" className="btn-sm" onClick={onCredit}>
            Give credit<About>{`to ${user.name}`}</About>
          </Button>
        </>
      )}
      {user.role === 'instructor' && <EditProfile user={user} />}
    </>
  )
}

function EditProfile({ user }: { user: User }) {
  return (
    <ButtonLink look="outline" className="btn-sm" to={`/dashboard/instructor-profile/${user._id}`}>
      Edit profile<About>{`of ${user.name}`}</About>
    </ButtonLink>
  )
}

/** PATCH /user/student/{id}, /user/instructor/{id} and /user/admin/{id}: changes a user's role. */
const ROLES = {
  student: { endpoint: api.makeStudent, message: 'Now student' },
  instructor: { endpoint: api.makeInstructor, message: 'Now instructor' },
  admin: { endpoint: api.makeAdmin, message: 'Now Admin' },
} as const satisfies Record<Role, object>

function useChangeRole({ _id, email }: User) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['change role', _id],
    mutationFn: (role: Role) => call(ROLES[role].endpoint, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }, role) => {
      if (modifiedCount) popupSuccess(`${email} ${ROLES[role].message}`)
      else toastWarning(`Nothing changed: another admin has already given ${email} this role.`)
    },
    onError: (error) => toastError(error.message),
    // The catalogue shows or hides the classes of an instructor.
    onSettled: () => refetchAfter(client, 'roleChanged'),
  })
}

/** DELETE /user/{id}, after a confirmation. */
function useDeleteUser(user: User) {
  const deletion = useAction(() => call(api.deleteUser, { params: { id: user._id } }), {
    after: 'userDeleted',
    done: () => popupSuccess('Deleted!', 'Your file has been deleted.'),
  })
  return {
    isDeleting: deletion.isPending,
    /** Deletes the user in the row that holds `control`, and focuses the row after it. */
    deleteUser: async (control: Element) => {
      if (await confirm({ ...DELETE_CONFIRMATION, detail: describeDeletion(user) }))
        await keepRowFocus(control, deletion.mutateAsync)
    },
  }
}

function describeDeletion({ name, email, role }: User): string {
  const consequence =
    'They can no longer log in. They lose their places in coming dates, and we refund what they could still cancel. Payments stay on record.'
  if (role !== 'instructor') return `You are deleting ${name} (${email}). ${consequence}`
  return `You are deleting ${name} (${email}). ${consequence} Their classes leave the catalogue; enrolled students keep access.`
}
