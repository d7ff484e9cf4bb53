import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Payment, SeatResale } from '#contract/payments.ts'
import { formatMajor } from '#contract/values/money.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

/** Offers the seat of a payment for sale again, as its terms allow, or takes it back. */
export function ReturnButton({ payment }: { payment: Payment }) {
  const { change, isPending } = useReturn(payment)
  if (payment.resale === null) return null
  const isOn = payment.resale.since === null
  return (
    <Button
      look="ghost"
      className="btn-sm"
      busy={isPending}
      onClick={({ currentTarget }) => change(isOn, currentTarget)}
    >
      {isOn ? 'Offer seat' : 'Keep seat'}
      <About>{isOn ? `of ${payment.className} for sale again` : `of ${payment.className}`}</About>
    </Button>
  )
}

/** Says that the seat of a payment is for sale again. */
export function ReturnNote({ payment: { resale, currency } }: { payment: Payment }) {
  if (resale?.since == null) return null
  return (
    <p className="mt-2 max-w-64 first:mt-0 text-balance text-sm">
      Your seat is for sale again. You stay enrolled until another student buys it; then{' '}
      {describeBack(resale, currency)}.
    </p>
  )
}

/** POST /payment/{id}/return, after a confirmation where the seat is offered. */
function useReturn(payment: Payment) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn && !(await confirm(toQuestion(payment)))) return
      await call(api.returnSeat, { params: { id: payment._id }, body: { on: isOn } })
      toastSuccess(isOn ? 'Your seat is for sale again' : 'You keep your seat')
      await refetchAfter(client, 'paymentCanceled')
    },
    onError: async (error) => {
      toastError(error.message)
      await refetchAfter(client, 'paymentCanceled')
    },
  })
  return { isPending, change: (isOn: boolean, control: Element) => keepRowFocus(control, () => mutateAsync(isOn)) }
}

function toQuestion({ className, resale, currency }: Payment) {
  return {
    title: `Offer your seat of ${className}?`,
    text: `We sell it once no other seat is free. Then your enrolment ends, and ${resale ? describeBack(resale, currency) : ''}.`,
    detail: 'Until then you stay enrolled. You can take the seat back as long as no one is buying it.',
    action: 'Yes, offer it!',
    decline: 'Keep the seat',
  }
}

/** `$235.00 goes back to your card, and you get $5.00 as credit` */
function describeBack({ refund, credit }: SeatResale, currency: string): string {
  const parts = [
    ...(refund > 0 ? [`${formatMajor(refund, currency)} goes back to your card`] : []),
    ...(credit > 0 ? [`you get ${formatMajor(credit, currency)} as credit`] : []),
  ]
  return parts.join(', and ') || 'nothing comes back'
}
