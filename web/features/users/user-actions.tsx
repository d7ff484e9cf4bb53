import type { MouseEvent } from 'react'
import type { Role, User } from '#contract/users.ts'
import { useSession } from '#web/session/use-session.ts'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { RowActions } from '#web/ui/lists/row-actions.tsx'
import { useChangeRole } from './change-role.ts'
import { useDeleteUser } from './delete-user.ts'

/** An admin's actions on a user. An admin's own role can only be changed by another admin. */
export function UserActions({ user }: { user: User }) {
  const { user: self } = useSession()
  const { deleteUser, isDeleting } = useDeleteUser(user)
  const isSelf = self?.email === user.email
  return (
    <>
      <RowActions about={user.name} more={user.role !== 'admin' && <Further user={user} />}>
        <RoleButtons user={user} isSelf={isSelf} />
        <Button
          look="danger"
          className="btn-sm"
          disabled={isSelf}
          busy={isDeleting}
          onClick={({ currentTarget }) => deleteUser(currentTarget)}
        >
          Delete<About>{user.name}</About>
        </Button>
      </RowActions>
      {isSelf && <p className="row-note">This is you: only another admin can change your role.</p>}
    </>
  )
}

function RoleButtons({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { mutate, isPending, variables } = useChangeRole(user)
  const button = (role: Role) => ({
    look: 'outline' as const,
    className: 'btn-sm',
    disabled: isSelf || user.role === role,
    busy: isPending && variables === role,
    onClick: async ({ currentTarget }: MouseEvent) => {
      const question = toQuestion(user, role)
      if (!question || (await confirm(question))) await keepRowFocus(currentTarget, () => mutate(role))
    },
  })
  return (
    <>
      <Button {...button('instructor')}>
        Make Instructor<About>{user.name}</About>
      </Button>
      <Button {...button('admin')}>
        Make Admin<About>{user.name}</About>
      </Button>
      <Button {...button('student')}>
        Make Student<About>{user.name}</About>
      </Button>
    </>
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

function Further({ user }: { user: User }) {
  return (
    <>
      <ButtonLink look="outline" className="btn-sm" to={`/dashboard/user-email/${encodeURIComponent(user.email)}`}>
        Change e-mail<About>{`of ${user.name}`}</About>
      </ButtonLink>
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
