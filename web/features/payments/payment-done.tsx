import type { Payment } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE } from '#contract/refund-messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { paidPrice } from './paid-price.ts'
import { usePayments } from './payments.query.ts'
import { describeReason, isReturned } from './refund-messages.ts'

/** The success message of a payment, with links to what it has bought, and what it has not. */
export function PaymentDone({ transactionId }: { transactionId: string }) {
  const own = usePayments().data ?? []
  const all = own.filter((candidate) => candidate.transactionId === transactionId)
  const hasSeveral = (runId: string) => own.filter((each) => each.runId === runId && each.ended === null).length > 1
  const returned = all.filter(({ refund }) => refund !== null && isReturned(refund))
  return (
    <div className="grid gap-6">
      {(all.length === 0 || returned.length < all.length) && (
        <p ref={focusResult} role="status" className="font-display text-2xl">
          Payment Successfully done Your TransactionId is: <span className="break-all">{transactionId}</span>
        </p>
      )}
      {returned.length > 0 && <Returned payments={returned} />}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/dashboard/enroll-class">My Enrolled Classes</ButtonLink>
        <ButtonLink look="outline" to="/dashboard/payment-history">
          Payment History
        </ButtonLink>
        {[...Map.groupBy(all, ({ runId }) => runId)].map(([runId, seats]) => (
          <OfDate key={runId} seats={seats} isOnly={seats.length === all.length} isParty={hasSeveral(runId)} />
        ))}
      </div>
    </div>
  )
}

/** The receipts of the seats of a date, and where several of them are passed on. */
function OfDate({ seats, isOnly, isParty }: { seats: Payment[]; isOnly: boolean; isParty: boolean }) {
  const [first, ...further] = seats
  const about = isOnly ? [] : [first?.className]
  return (
    <>
      {isParty && (
        <ButtonLink look="outline" to={`/dashboard/class/${first?.classId}`}>
          {['Pass your seats on', ...about].join(': ')}
        </ButtonLink>
      )}
      {seats.map(({ _id }, index) => (
        <ButtonLink key={_id} look="ghost" to={`/dashboard/receipt/${_id}`}>
          {['Receipt', ...about, ...(further.length > 0 ? [`seat ${index + 1}`] : [])].join(': ')}
        </ButtonLink>
      ))}
    </>
  )
}

/** The seats that the money could not buy, each with the reason. */
function Returned({ payments }: { payments: Payment[] }) {
  return (
    <div role="alert" className="grid max-w-prose gap-2">
      {payments.map((payment) => (
        <p key={payment._id} className="text-error-ink">
          {payment.className}, {paidPrice(payment)}: {payment.refund && describeReason(payment.refund, payment)}
        </p>
      ))}
      <p>{FULL_REFUND_MESSAGE}</p>
    </div>
  )
}

/** A ref that focuses the result of a payment when it replaces the form. */
export function focusResult(result: HTMLElement | null): void {
  if (result) focusSoon(() => result)
}
