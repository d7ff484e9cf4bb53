import { Link } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { CancelButton } from '#web/features/payments/cancel-button.tsx'
import { hasSeat, paidPrice } from '#web/features/payments/paid-price.ts'
import { usePayments } from '#web/features/payments/payments.query.ts'
import { ReturnButton, ReturnNote } from '#web/features/payments/return-button.tsx'
import { About } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/text/fact.tsx'

/** Payments of the user for their seats of a date, with receipts and cancellations. Renders nothing where no payment bought one. */
export function EnrolmentPayments({ runId }: { runId: string }) {
  const { data: payments = [] } = usePayments()
  const paid = payments.filter((payment) => payment.runId === runId && hasSeat(payment))
  if (paid.length === 0) return null
  return (
    <Fact term="Paid">
      <ul className="grid gap-3">
        {paid.map((payment) => (
          <PaidSeat key={payment._id} payment={payment} />
        ))}
      </ul>
    </Fact>
  )
}

function PaidSeat({ payment }: { payment: Payment }) {
  const { _id, className, receipt, student } = payment
  return (
    <li>
      <p>
        {paidPrice(payment)}
        {student && <span className="wrap-anywhere block text-soft">Place of {student}</span>}
      </p>
      <Deadline payment={payment} />
      <div className="flex flex-wrap items-center gap-x-4 [&_.btn]:px-0 [&_.btn]:font-normal [&_.btn]:text-base [&_.btn]:underline">
        <Link to={`/dashboard/receipt/${_id}`} className="link py-1">
          Receipt {receipt}
          <About>{className}</About>
        </Link>
        <CancelButton payment={payment} />
        <ReturnButton payment={payment} />
      </div>
      <ReturnNote payment={payment} />
    </li>
  )
}

function Deadline({
  payment: { may_cancel: mayCancel, cancel_until_clock: until, time_zone: zone },
}: {
  payment: Payment
}) {
  if (!mayCancel || !until) return null
  return <p className="text-soft">The full amount comes back until {formatClockTime(until, zone)}.</p>
}
