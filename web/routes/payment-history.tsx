import { HistoryTable } from '#web/features/payment/history-table.tsx'
import { usePayments } from '#web/features/payment/payments.query.ts'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export default function PaymentHistory() {
  return (
    <>
      <Titled page="Payment History" />
      <QueryList title="Payment History" count="Total Payments" query={usePayments()} empty={<NothingPaid />}>
        {(payments) => <HistoryTable payments={payments} />}
      </QueryList>
    </>
  )
}

function NothingPaid() {
  return (
    <Empty sentence="You have not paid for a class yet.">
      <ButtonLink to="/dashboard/my-selected-class">See my selected classes</ButtonLink>
    </Empty>
  )
}
