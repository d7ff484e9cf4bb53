/** POST /class/{id}/withdrawal, after a confirmation. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { popupSuccess, toastError } from '#web/ui/toasts.ts'

export function useWithdrawClass({ _id, className }: SchoolClass) {
  const client = useQueryClient()
  const withdrawal = useMutation({
    mutationFn: () => call(api.withdrawClass, { params: { id: _id } }),
    onSuccess: () => popupSuccess('This Class Is Withdrawn', 'We refund and e-mail its students.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'classWithdrawn'),
  })
  const question = {
    title: 'Are you sure?',
    text: `${className} is withdrawn for good. Students whose date is not over get a full refund.`,
    action: 'Yes, withdraw it!',
  }
  return {
    withdrawing: withdrawal.isPending,
    withdraw: async () => {
      if (await confirm(question)) withdrawal.mutate()
    },
  }
}
