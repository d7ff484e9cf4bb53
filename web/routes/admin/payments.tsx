import { useAllPayments, usePaymentSums } from '#web/features/payments/admin/all-payments.query.ts'
import { ExportPayments } from '#web/features/payments/admin/export-payments.tsx'
import { Incidents } from '#web/features/payments/admin/incidents.tsx'
import { listColumns, PAYMENT_COLUMNS } from '#web/features/payments/admin/payment-columns.tsx'
import { PaymentFilters, paymentFiltersIn } from '#web/features/payments/admin/payment-filters.tsx'
import { PaymentSums } from '#web/features/payments/admin/payment-sums.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Payments', group: 'Money' },
  search: [
    {
      label: 'Payments',
      about: 'Refunds, disputes, receipts, CSV',
      words: 'money orders sales invoices transactions purchases chargebacks',
    },
  ],
  screenshots: [{ name: 'payments' }],
} satisfies PageHandle

/** All payments and refunds, and the incidents that need an admin. */
export default function Payments() {
  const list = useListState(PAYMENT_COLUMNS)
  const query = { ...list.query, ...paymentFiltersIn(list) }
  const payments = useAllPayments(query)
  return (
    <>
      <PageTitle page="Payments" />
      <PagedList
        title="Payments"
        count="Total Payments"
        noun="payments"
        hint="Name, e-mail, class or receipt"
        list={list}
        query={payments}
        columns={listColumns(payments.data?.rows ?? [], list.sort === 'status')}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="No payments yet." />}
        filters={<PaymentFilters list={list} />}
        tools={<ExportPayments query={query} />}
        summary={<PaymentSums sums={usePaymentSums(query).data} />}
      >
        <Incidents />
      </PagedList>
    </>
  )
}
