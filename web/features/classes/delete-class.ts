/** DELETE /class/{id}, after asking. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { confirm, DELETE_QUESTION } from '#web/ui/confirm.ts'
import { popupSuccess, toastError } from '#web/ui/notices.ts'

export function useDeleteClass() {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ _id }: SchoolClass) => call(api.deleteClass, { params: { id: _id } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount) popupSuccess('Deleted!', 'Your file has been deleted.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () =>
      Promise.all(['class', 'own classes', 'studio'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
  return {
    removing: deletion.isPending,
    remove: async (schoolClass: SchoolClass) => {
      if (await confirm(DELETE_QUESTION)) deletion.mutate(schoolClass)
    },
  }
}
