import type { Role, User } from '#contract/users.ts'
import { useSession } from '#web/session/use-session.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { useChangeRole } from './change-role.ts'
import { useDeleteUser } from './delete-user.ts'

/** What an admin can do about a user; about themselves only another admin can. */
export function UserActions({ user }: { user: User }) {
  const { user: self } = useSession()
  const { mutate, isPending, variables } = useChangeRole(user)
  const { deleteUser, deleting } = useDeleteUser(user)
  const isSelf = self?.email === user.email
  const make = (role: Role) => ({
    look: 'outline' as const,
    className: 'btn-sm',
    disabled: isSelf || user.role === role,
    busy: isPending && variables === role,
    onClick: () => mutate(role),
  })
  return (
    <div className="actions">
      <Button {...make('instructor')}>
        Make Instructor<About>{user.name}</About>
      </Button>
      <Button {...make('admin')}>
        Make Admin<About>{user.name}</About>
      </Button>
      <Button {...make('student')} onClick={() => askFirst(user, () => mutate('student'))}>
        Make Student<About>{user.name}</About>
      </Button>
      <Button look="danger" className="btn-sm" disabled={isSelf} busy={deleting} onClick={deleteUser}>
        Delete<About>{user.name}</About>
      </Button>
      {isSelf && <p className="w-full text-sm text-soft">This is you: only another admin can change your role.</p>}
    </div>
  )
}

const LOST: Record<Role, string> = {
  student: '',
  instructor: 'Their classes leave the catalogue until they teach again. Students who are enrolled keep them.',
  admin: 'The office is closed to them from that moment on.',
}

async function askFirst({ name, role }: User, makeStudent: () => void): Promise<void> {
  const question = { title: `Make ${name} a student?`, text: LOST[role], action: 'Yes, make them a student!' }
  if (await confirm(question)) makeStudent()
}
