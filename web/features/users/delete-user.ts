/** DELETE /user/{id}, after a confirmation. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { popupSuccess, toastError } from '#web/ui/toasts.ts'

export function useDeleteUser(user: User) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(api.deleteUser, { params: { id: user._id } }),
    onSuccess: () => popupSuccess('Deleted!', 'Your file has been deleted.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'userDeleted'),
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
