import { HistoryTable } from '#web/features/payments/history-table.tsx'
import { usePayments } from '#web/features/payments/payments.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/lists/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Payment History' },
  screenshots: [{ name: 'payment-history' }],
} satisfies PageHandle

export default function PaymentHistory() {
  return (
    <>
      <PageTitle page="Payment History" />
      <QueryList title="Payment History" count="Total Payments" query={usePayments()} empty={<NoPayments />}>
        {(payments) => <HistoryTable payments={payments} />}
      </QueryList>
    </>
  )
}

function NoPayments() {
  return (
    <Empty sentence="You have not paid for a class yet.">
      <ButtonLink to="/dashboard/my-selected-class">See my selected classes</ButtonLink>
    </Empty>
  )
}
