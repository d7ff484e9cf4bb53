import { Link } from 'react-router'
import type { PaymentRecord, PaymentsQuery } from '#contract/payments.ts'
import { dayOf } from '#web/features/payment/days.ts'
import { paidPrice } from '#web/features/payment/paid-price.ts'
import { About, Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useRefundPayment } from './refund-payment.ts'
import { RefundStanding } from './refund-standing.tsx'
import { useRetryRefund } from './retry-refund.ts'

/** Everybody's payments, for admins. */
export const PAYMENT_COLUMNS: Column<PaymentRecord, NonNullable<PaymentsQuery['sort']>>[] = [
  {
    header: 'Receipt',
    cell: ({ _id, receipt }) => (
      <Link to={`/dashboard/receipt/${_id}`} className="link">
        {receipt}
      </Link>
    ),
  },
  { header: 'Date', sort: 'created_at', cell: ({ created_at }) => <p className="min-w-20">{dayOf(created_at)}</p> },
  { header: 'Name', sort: 'name', cell: (payment) => <Payer payment={payment} /> },
  {
    header: 'Class',
    sort: 'className',
    cell: ({ className }) => <p className="wrap-anywhere min-w-24">{className}</p>,
  },
  { header: 'Price', sort: 'price', end: true, cell: (payment) => paidPrice(payment) },
  { header: 'Status', sort: 'status', cell: (payment) => <Status payment={payment} /> },
  { header: 'Action', end: true, cell: (payment) => <Action payment={payment} /> },
]

function Payer({ payment: { name, email } }: { payment: PaymentRecord }) {
  return (
    <div className="min-w-32">
      <p className="wrap-anywhere">{name}</p>
      <p className="text-sm text-soft">
        <EmailAddress email={email} />
      </p>
    </div>
  )
}

function Status({ payment: { status, refund } }: { payment: PaymentRecord }) {
  return (
    <>
      {status}
      {refund && <RefundStanding refund={refund} />}
    </>
  )
}

function Action({ payment }: { payment: PaymentRecord }) {
  if (!payment.refund) return <RefundButton payment={payment} />
  return payment.refund.status === 'failed' ? <RetryButton payment={payment} /> : null
}

function RefundButton({ payment }: { payment: PaymentRecord }) {
  const { refund, refunding } = useRefundPayment()
  return (
    <Button look="outline" busy={refunding} onClick={() => refund(payment)}>
      Refund
      <About>{whichOf(payment)}</About>
    </Button>
  )
}

function RetryButton({ payment }: { payment: PaymentRecord }) {
  const { mutate, isPending } = useRetryRefund()
  return (
    <Button look="outline" className="whitespace-nowrap" busy={isPending} onClick={() => mutate(payment)}>
      Try again
      <About>{whichOf(payment)}</About>
    </Button>
  )
}

function whichOf({ receipt, name }: PaymentRecord): string {
  return `receipt ${receipt} of ${name}`
}
