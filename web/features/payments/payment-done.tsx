import { ButtonLink } from '#web/ui/button.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { usePayments } from './payments.query.ts'

/** The success message of a payment, with links to what it has bought. */
export function PaymentDone({ transactionId }: { transactionId: string }) {
  const payment = usePayments().data?.find((candidate) => candidate.transactionId === transactionId)
  return (
    <div className="grid gap-6">
      <p ref={focusResult} role="status" className="font-display text-2xl">
        Payment Successfully done Your TransactionId is: <span className="break-all">{transactionId}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/dashboard/enroll-class">My Enrolled Classes</ButtonLink>
        <ButtonLink look="outline" to="/dashboard/payment-history">
          Payment History
        </ButtonLink>
        {payment && (
          <ButtonLink look="ghost" to={`/dashboard/receipt/${payment._id}`}>
            Receipt
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** A ref that focuses the result of a payment when it replaces the form. */
export function focusResult(result: HTMLElement | null): void {
  if (result) focusSoon(() => result)
}
