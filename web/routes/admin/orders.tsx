import { ORDER_COLUMNS } from '#web/features/orders/order-columns.tsx'
import { useAllOrders } from '#web/features/orders/orders.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Orders', group: 'Money' },
  search: [
    {
      label: 'Orders',
      about: 'What was ordered, paid, refunded and is still owed',
      words: 'money purchases checkouts balance due',
    },
  ],
  screenshots: [{ name: 'orders' }],
} satisfies PageHandle

/** All orders that were paid or can still be paid. */
export default function Orders() {
  const list = useListState(ORDER_COLUMNS)
  return (
    <>
      <PageTitle page="Orders" />
      <PagedList
        title="Orders"
        count="Total Orders"
        noun="orders"
        hint="Order number"
        list={list}
        query={useAllOrders(list.query)}
        columns={ORDER_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="No orders yet." />}
      />
    </>
  )
}
