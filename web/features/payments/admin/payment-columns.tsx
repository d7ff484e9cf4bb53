import { Link } from 'react-router'
import type { AdminPayment, PaymentsQuery } from '#contract/payments.ts'
import { paidPrice } from '#web/features/payments/paid-price.ts'
import { About, Button } from '#web/ui/button.tsx'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { useRefundPayment, useRetryRefund } from './refund-payment.ts'
import { RefundStatus } from './refund-status.tsx'

/** The columns of all users' payments, for admins. */
export const PAYMENT_COLUMNS: Column<AdminPayment, NonNullable<PaymentsQuery['sort']>>[] = [
  {
    header: 'Receipt',
    slot: 'note',
    cell: ({ _id, receipt }) => (
      <Link to={`/dashboard/receipt/${_id}`} className="link">
        {receipt}
      </Link>
    ),
  },
  {
    get header() {
      return `Date (${getZoneName()})`
    },
    slot: 'meta',
    sort: 'created_at',
    cell: ({ created_at }) => <p className="min-w-20">{formatDay(created_at)}</p>,
  },
  { header: 'Name', sort: 'name', slot: 'title', cell: (payment) => <Payer payment={payment} /> },
  {
    header: 'Class',
    slot: 'detail',
    sort: 'className',
    cell: ({ className }) => <p className="wrap-anywhere min-w-24">{className}</p>,
  },
  { header: 'Price', sort: 'price', end: true, slot: 'end', cell: (payment) => paidPrice(payment) },
  { header: 'Status', sort: 'status', slot: 'status', cell: (payment) => <Status payment={payment} /> },
  { header: 'Action', end: true, slot: 'action', cell: (payment) => <Action payment={payment} /> },
]

function Payer({ payment: { name, email } }: { payment: AdminPayment }) {
  return (
    <div className="min-w-32">
      <p className="wrap-anywhere">{name}</p>
      <p className="text-sm text-soft">
        <EmailAddress email={email} />
      </p>
    </div>
  )
}

function Status({ payment: { status, refund, disputed } }: { payment: AdminPayment }) {
  return (
    <>
      {status}
      {status === 'pending' && (
        <p className="max-w-56 text-sm text-soft">waiting for the card provider's confirmation</p>
      )}
      {disputed && <p className="max-w-56 text-sm text-error-ink">disputed: the bank is deciding</p>}
      {refund && <RefundStatus refund={refund} />}
    </>
  )
}

function Action({ payment }: { payment: AdminPayment }) {
  if (payment.disputed) return null
  if (!payment.refund) return <RefundButton payment={payment} />
  return payment.refund.status === 'failed' ? <RetryButton payment={payment} /> : null
}

function RefundButton({ payment }: { payment: AdminPayment }) {
  const { refund, refunding } = useRefundPayment()
  return (
    <Button look="outline" busy={refunding} onClick={({ currentTarget }) => refund(payment, currentTarget)}>
      Refund
      <About>{describePayment(payment)}</About>
    </Button>
  )
}

function RetryButton({ payment }: { payment: AdminPayment }) {
  const { mutateAsync, isPending } = useRetryRefund()
  const retry = (control: Element) => void keepRowFocus(control, () => mutateAsync(payment))
  return (
    <Button
      look="outline"
      className="whitespace-nowrap"
      busy={isPending}
      onClick={({ currentTarget }) => retry(currentTarget)}
    >
      Try again
      <About>{describePayment(payment)}</About>
    </Button>
  )
}

function describePayment({ receipt, name }: AdminPayment): string {
  return `receipt ${receipt} of ${name}`
}
