/** PATCH /user/student/{id}, /user/instructor/{id} and /user/admin/{id}: changes a user's role. */
import { useQueryClient } from '@tanstack/react-query'
import type { Role, User } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { popupSuccess, toastError, toastWarning } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'

const ROLES = {
  student: { endpoint: api.makeStudent, message: 'Now student' },
  instructor: { endpoint: api.makeInstructor, message: 'Now instructor' },
  admin: { endpoint: api.makeAdmin, message: 'Now Admin' },
} as const satisfies Record<Role, object>

export function useChangeRole({ _id, email }: User) {
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
