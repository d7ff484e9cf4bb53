import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Payment } from '#contract/payments.ts'
import { formatMajor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { useSchool } from '#web/school/school.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { popupSuccess, toastError, toastWarning } from '#web/ui/toasts.ts'
import { countRest, paidPrice } from './paid-price.ts'

/** Ends an enrolment and refunds it, as long as its student may cancel. */
export function CancelButton({ payment, label = 'Cancel' }: { payment: Payment; label?: string }) {
  const { cancel, cancelling } = useCancelPayment()
  const { cancel_until_clock: clock, time_zone, className } = payment
  const { timeZone } = useSchool()
  if (clock === null) return null
  const until = formatClockTime(clock, time_zone ?? timeZone)
  return (
    <Button
      look="ghost"
      className="btn-sm"
      busy={cancelling}
      onClick={({ currentTarget }) => cancel(payment, until, currentTarget)}
    >
      {label}
      <About>{className}</About>
    </Button>
  )
}

/** POST /payment/{id}/cancellation, after a confirmation. */
function useCancelPayment() {
  const client = useQueryClient()
  const cancellation = useMutation({
    mutationFn: ({ _id }: Payment) => call(api.cancelPayment, { params: { id: _id } }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount) popupSuccess('Your enrolment is cancelled', 'Your money is on its way to your card.')
      else toastWarning('This payment is already refunded.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'paymentCanceled'),
  })
  return {
    cancelling: cancellation.isPending,
    /** Keeps the focus in the row that holds `control`. */
    cancel: async (payment: Payment, until: string, control: Element) => {
      if (await confirm(toQuestion(payment, until)))
        await keepRowFocus(control, () => cancellation.mutateAsync(payment))
    },
  }
}

function describeRest(payment: Payment): string {
  if (payment.refunded === 0) return `the full amount, ${paidPrice(payment)}`
  return `what is left, ${formatMajor(countRest(payment), payment.currency)}`
}

function toQuestion(payment: Payment, until: string) {
  return {
    title: `Cancel ${payment.className}?`,
    text: `Your enrolment ends now, and ${describeRest(payment)}, goes back to your card.`,
    detail: `You can cancel until ${until}.`,
    action: 'Yes, cancel it!',
    decline: 'Keep the class',
  }
}
