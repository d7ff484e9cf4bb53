import type { Payment } from '#contract/payments.ts'
import { About, Button } from '#web/ui/button.tsx'
import { useCancelPayment } from './cancel-payment.ts'

/** Ends an enrolment for its money, for as long as its student may do that by themselves. */
export function CancelButton({ payment, label = 'Cancel' }: { payment: Payment; label?: string }) {
  const { cancel, cancelling } = useCancelPayment()
  const { cancel_until: until, className } = payment
  if (until === null) return null
  return (
    <Button look="ghost" busy={cancelling} onClick={() => cancel(payment, until)}>
      {label}
      <About>{className}</About>
    </Button>
  )
}
