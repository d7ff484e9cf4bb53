/** POST /payment/{id}/refund, after a confirmation; POST /payment/{id}/refund/retry. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminPayment } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { paidPrice } from '#web/features/payments/paid-price.ts'
import { refetchAfter } from '#web/queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { popupSuccess, toastError, toastSuccess, toastWarning } from '#web/ui/toasts.ts'

export function useRefundPayment() {
  const client = useQueryClient()
  const refund = useMutation({
    mutationFn: ({ _id }: AdminPayment) => call(api.refundPayment, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }, { name }) => {
      if (modifiedCount) popupSuccess('Refunded', `We've e-mailed ${name}.`)
      else toastWarning('This payment is already refunded.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'refundRequested'),
  })
  return {
    refunding: refund.isPending,
    /** Keeps the focus in the row that holds `control`. */
    refund: async (payment: AdminPayment, control: Element) => {
      if (await confirm(toQuestion(payment))) await keepRowFocus(control, () => refund.mutateAsync(payment))
    },
  }
}

function toQuestion(payment: AdminPayment) {
  const { receipt, name, className } = payment
  return {
    title: `Refund receipt ${receipt}?`,
    text: `The full amount, ${paidPrice(payment)}, goes back to the card of ${name}.`,
    detail: `Their enrolment in ${className} ends, and we e-mail them.`,
    action: 'Yes, refund it!',
  }
}

export function useRetryRefund() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: AdminPayment) => call(api.retryRefund, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount) toastSuccess('Trying the refund again')
      else toastWarning('This refund is no longer marked as failed.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'refundRetried'),
  })
}
