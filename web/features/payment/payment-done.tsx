import { ButtonLink } from '#web/ui/button.tsx'
import { usePayments } from './payments.query.ts'

/** What stays on the page after paying. */
export function PaymentDone({ transactionId }: { transactionId: string }) {
  const payment = usePayments().data?.find((it) => it.transactionId === transactionId)
  return (
    <div className="grid gap-6">
      <p role="status" className="font-display text-2xl">
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
