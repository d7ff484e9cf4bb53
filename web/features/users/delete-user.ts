/** DELETE /user/{id}, after asking. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { confirm, DELETE_QUESTION } from '#web/ui/confirm.ts'
import { popupSuccess, toastError } from '#web/ui/notices.ts'

export function useDeleteUser({ _id }: User) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(api.deleteUser, { params: { id: _id } }),
    onSuccess: () => popupSuccess('Deleted!', 'Your file has been deleted.'),
    onError: (error) => toastError(error.message),
    onSettled: () =>
      Promise.all(
        ['users', 'all classes', 'office figures', 'activity'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
  return {
    deleting: deletion.isPending,
    deleteUser: async () => {
      if (await confirm(DELETE_QUESTION)) deletion.mutate()
    },
  }
}
