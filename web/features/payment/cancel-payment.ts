/** POST /payment/{id}/cancellation, after asking. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Payment } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { confirm } from '#web/ui/confirm.ts'
import { popupSuccess, toastError, toastWarning } from '#web/ui/notices.ts'
import { momentOf } from './days.ts'
import { paidPrice } from './paid-price.ts'

export function useCancelPayment() {
  const client = useQueryClient()
  const cancellation = useMutation({
    mutationFn: ({ _id }: Payment) => call(api.cancelPayment, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount) popupSuccess('Your enrolment is cancelled', 'The whole amount is on its way to your card.')
      else toastWarning('This payment is refunded already.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () =>
      Promise.all(['payments', 'payment', 'enrolled'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
  return {
    cancelling: cancellation.isPending,
    cancel: async (payment: Payment, until: number) => {
      if (await confirm(questionAbout(payment, until))) cancellation.mutate(payment)
    },
  }
}

function questionAbout(payment: Payment, until: number) {
  return {
    title: `Cancel ${payment.className}?`,
    text: `Your enrolment ends at once, and the whole amount, ${paidPrice(payment)}, goes back to your card. You can do this until ${momentOf(until)}.`,
    action: 'Yes, cancel it!',
    decline: 'Keep the class',
  }
}
