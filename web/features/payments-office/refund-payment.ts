/** POST /payment/{id}/refund, after asking. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentRecord } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { paidPrice } from '#web/features/payment/paid-price.ts'
import { confirm } from '#web/ui/confirm.ts'
import { popupSuccess, toastError, toastWarning } from '#web/ui/notices.ts'

export function useRefundPayment() {
  const client = useQueryClient()
  const refund = useMutation({
    mutationFn: ({ _id }: PaymentRecord) => call(api.refundPayment, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }, { name }) => {
      if (modifiedCount) popupSuccess('Refunded', `${name} is told by mail.`)
      else toastWarning('This payment is refunded already.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () =>
      Promise.all(
        ['all payments', 'payment', 'payments', 'enrolled', 'office figures', 'activity'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
  return {
    refunding: refund.isPending,
    refund: async (payment: PaymentRecord) => {
      if (await confirm(questionAbout(payment))) refund.mutate(payment)
    },
  }
}

function questionAbout(payment: PaymentRecord) {
  const { receipt, name, className } = payment
  return {
    title: `Refund receipt ${receipt}?`,
    text: `The whole amount, ${paidPrice(payment)}, goes back to the card of ${name}. Their enrolment in ${className} ends, and they are told by mail.`,
    action: 'Yes, refund it!',
  }
}
