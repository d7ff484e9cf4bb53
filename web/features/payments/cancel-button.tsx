import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Cancellation, Payment } from '#contract/payments.ts'
import { formatMajor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { popupSuccess, toastError, toastWarning } from '#web/ui/toasts.ts'
import { countRest } from './paid-price.ts'

/** Gives up the seat of a payment, as long as its student may. The dialog says what comes back now, and later. */
export function CancelButton({ payment, label = 'Cancel' }: { payment: Payment; label?: string }) {
  const { cancel, cancelling } = useCancelPayment()
  if (!payment.may_cancel) return null
  return (
    <Button
      look="ghost"
      className="btn-sm"
      busy={cancelling}
      onClick={({ currentTarget }) => cancel(payment, currentTarget)}
    >
      {label}
      <About>{payment.className}</About>
    </Button>
  )
}

/** GET and POST /payment/{id}/cancellation, with a confirmation between them. */
function useCancelPayment() {
  const client = useQueryClient()
  const cancellation = useMutation({
    mutationFn: async (payment: Payment) => {
      const params = { id: payment._id }
      const offer = await call(api.getCancellation, { params })
      if (!(await confirm(toQuestion(payment, offer)))) return
      const body = { expected_refund: offer.refund, expected_credit: offer.credit }
      const { modifiedCount } = await call(api.cancelPayment, { params, body })
      if (modifiedCount) popupSuccess('Your enrolment is cancelled', describeResult(offer, payment))
      else toastWarning('This payment is already refunded.')
      await refetchAfter(client, 'paymentCanceled')
    },
    onError: async (error) => {
      toastError(error.message)
      await refetchAfter(client, 'paymentCanceled')
    },
  })
  return {
    cancelling: cancellation.isPending,
    /** Keeps the focus in the row that holds `control`. */
    cancel: (payment: Payment, control: Element) => keepRowFocus(control, () => cancellation.mutateAsync(payment)),
  }
}

function describeResult({ refund, credit, text }: Cancellation, { price, currency }: Payment): string {
  const given = credit > 0 ? ` You have ${formatMajor(credit, currency)} more credit.` : ''
  if (refund === price) return 'The full amount is on its way to your card.'
  if (refund > 0) return `${formatMajor(refund, currency)} is on its way to your card.${given}`
  return given.trim() || text
}

/** `the full amount, $49.99,` */
function describeBack(payment: Payment, refund: number): string {
  const amount = formatMajor(refund, payment.currency)
  if (refund === payment.price) return `the full amount, ${amount},`
  return refund === countRest(payment) ? `what is left, ${amount},` : amount
}

function toQuestion(payment: Payment, offer: Cancellation) {
  const { refund, credit, until_clock, time_zone, later } = offer
  const [next] = later
  const after = next?.refund ? `, and ${formatMajor(next.refund, payment.currency)} after that` : ''
  const until = until_clock && formatClockTime(until_clock, time_zone)
  const parts = [
    ...(refund > 0 ? [`${describeBack(payment, refund)} goes back to your card`] : []),
    ...(credit > 0 ? [`you get ${formatMajor(credit, payment.currency)} as credit`] : []),
  ]
  return {
    title: `Cancel ${payment.className}?`,
    text:
      parts.length > 0
        ? `Your enrolment ends now, and ${parts.join(', and ')}.`
        : `Your enrolment ends now. ${offer.text}`,
    ...(parts.length > 0 && until && { detail: `You get this back until ${until}${after}.` }),
    action: 'Yes, cancel it!',
    decline: 'Keep the class',
  }
}
