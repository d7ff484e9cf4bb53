/** PATCH /user/student/{id}, /user/instructor/{id} and /user/admin/{id}: gives somebody another role. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role, User } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { popupSuccess, toastError, toastWarning } from '#web/ui/notices.ts'

const ROLES = {
  student: { endpoint: api.makeStudent, now: 'Now student' },
  instructor: { endpoint: api.makeInstructor, now: 'Now instructor' },
  admin: { endpoint: api.makeAdmin, now: 'Now Admin' },
} as const satisfies Record<Role, object>

export function useChangeRole({ _id, email }: User) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) => call(ROLES[role].endpoint, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }, role) => {
      if (modifiedCount) popupSuccess(`${email} ${ROLES[role].now}`)
      else toastWarning(`${email} has that role already: somebody else has been quicker.`)
    },
    onError: (error) => toastError(error.message),
    // Classes come and go with their instructor.
    onSettled: () =>
      Promise.all(
        ['users', 'all classes', 'office figures', 'activity'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}
