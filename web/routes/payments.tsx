import { ExportPayments } from '#web/features/payments-office/export-payments.tsx'
import { useFoundPayments } from '#web/features/payments-office/found-payments.query.ts'
import { Incidents } from '#web/features/payments-office/incidents.tsx'
import { PAYMENT_COLUMNS } from '#web/features/payments-office/payment-columns.tsx'
import { Titled } from '#web/school/titled.tsx'
import { useListState } from '#web/ui/list-state.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

/** The books: everybody's payments, what is refunded of them, and what an admin has to see to. */
export default function Payments() {
  const list = useListState(PAYMENT_COLUMNS)
  return (
    <>
      <Titled page="Payments" />
      <PagedList
        title="Payments"
        count="Total Payments"
        things="payments"
        hint="Name, e-mail, class, transaction or receipt number"
        list={list}
        query={useFoundPayments(list.query)}
        columns={PAYMENT_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="Nobody has paid for a class yet." />}
        tools={<ExportPayments query={list.query} />}
      >
        <Incidents />
      </PagedList>
    </>
  )
}
