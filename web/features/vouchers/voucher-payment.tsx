import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMajor } from '#contract/values/money.ts'
import type { VoucherOrder } from '#contract/vouchers.ts'
import { PaymentForm } from '#web/features/payments/payment-form.tsx'
import { queryClient } from '#web/query-client.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import type { BegunVoucher } from './order-form.tsx'
import { deleteDraft } from './voucher-draft.ts'
import { ownVouchersQuery } from './vouchers.query.ts'

interface PaymentProps {
  begun: BegunVoucher
  /** Opens the form with this voucher. */
  onBack: () => void
  /** Opens the form for a further one. */
  onAgain: () => void
}

/** The payment of a gift voucher, and the thanks after it. */
export default function VoucherPayment({ begun, onBack, onAgain }: PaymentProps) {
  const [isPaid, setIsPaid] = useState(false)
  const finish = () => {
    deleteDraft()
    setIsPaid(true)
    void queryClient.invalidateQueries(ownVouchersQuery)
  }
  return (
    <QueryClientProvider client={queryClient}>
      {isPaid ? (
        <Done order={begun.order} onAgain={onAgain} />
      ) : (
        <Payment begun={begun} onDone={finish} onBack={onBack} />
      )}
    </QueryClientProvider>
  )
}

interface StepProps extends Pick<PaymentProps, 'begun' | 'onBack'> {
  onDone: () => void
}

function Payment({ begun: { order, clientSecret }, onDone, onBack }: StepProps) {
  const { currency } = useSchool()
  return (
    <section className="grid gap-5" aria-labelledby="voucher-payment">
      <h2 id="voucher-payment" ref={focusMounted} tabIndex={-1} className="wrap-anywhere font-display text-2xl">
        Gift voucher of {formatMajor(order.amount, currency)} for {order.recipient_name}
      </h2>
      <PaymentForm
        amount={order.amount}
        seats={0}
        heldUntil={0}
        clientSecret={clientSecret}
        onDone={onDone}
        onCanceled={async () => onBack()}
        terms={<p>While nothing of it is spent, we refund a voucher in full. Contact us for it.</p>}
      />
      <Button look="ghost" className="justify-self-start" onClick={onBack}>
        Change the voucher
      </Button>
    </section>
  )
}

function Done({ order, onAgain }: { order: VoucherOrder; onAgain: () => void }) {
  const { deliver_to: to, deliver_at: day } = order
  return (
    <div className="grid content-start gap-4">
      <p role="status" tabIndex={-1} ref={focusMounted} className="wrap-anywhere font-display text-2xl">
        Thank you. We e-mail the code to {to ?? 'you'}
        {day && ` on ${day}`}.
      </p>
      <Button look="outline" className="justify-self-start" onClick={onAgain}>
        Buy another one
      </Button>
    </div>
  )
}

function focusMounted(element: HTMLElement | null): void {
  if (element) focusSoon(() => element)
}
