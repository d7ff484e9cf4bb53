/** POST /class/{id}/withdrawal, after asking. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { confirm } from '#web/ui/confirm.ts'
import { popupSuccess, toastError } from '#web/ui/notices.ts'

export function useWithdrawClass({ _id, className }: SchoolClass) {
  const client = useQueryClient()
  const withdrawal = useMutation({
    mutationFn: () => call(api.withdrawClass, { params: { id: _id } }),
    onSuccess: () => popupSuccess('This Class Is Withdrawn', 'Everybody who has paid is refunded and told.'),
    onError: (error) => toastError(error.message),
    onSettled: () =>
      Promise.all(
        ['class', 'own classes', 'all classes', 'office figures', 'activity'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
  const question = {
    title: 'Are you sure?',
    text: `${className} is taken off for good, and everybody who has paid for it gets their money back.`,
    action: 'Yes, withdraw it!',
  }
  return {
    withdrawing: withdrawal.isPending,
    withdraw: async () => {
      if (await confirm(question)) withdrawal.mutate()
    },
  }
}
