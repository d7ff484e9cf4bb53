/** POST /payment/{id}/refund/retry. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentRecord } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/notices.ts'

export function useRetryRefund() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: PaymentRecord) => call(api.retryRefund, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount) toastSuccess('The refund is tried again')
      else toastWarning('This refund has not failed any more.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['all payments'] }),
  })
}
