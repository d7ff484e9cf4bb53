/** DELETE /class/{id}, after a confirmation. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { popupSuccess, toastError } from '#web/ui/toasts.ts'

export function useDeleteClass({ _id, className }: SchoolClass) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(api.deleteClass, { params: { id: _id } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount) popupSuccess('Deleted!', 'Your file has been deleted.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'classDeleted'),
  })
  return {
    isDeleting: deletion.isPending,
    /** Deletes the class in the row that holds `control`, and focuses the row after it. */
    deleteClass: async (control: Element) => {
      const detail = `You are deleting “${className}” with its material. It leaves the catalogue and all carts.`
      if (await confirm({ ...DELETE_CONFIRMATION, detail })) await keepRowFocus(control, deletion.mutateAsync)
    },
  }
}
