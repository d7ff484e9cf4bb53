import { useQuery } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import { OrderView } from '#web/features/orders/order-view.tsx'
import { orderQuery } from '#web/features/orders/orders.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/order.ts'

export const handle = {
  within: ['/dashboard/payment-history', '/dashboard/orders'],
  screenshots: [{ name: 'order', fill: 'orderId' }],
} satisfies PageHandle

/** An order, for its buyer, in any role, and for admins. */
export default function OrderPage({ params: { id } }: Route.ComponentProps) {
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  return (
    <>
      <PageTitle page={order ? `Order ${order.number}` : 'Order'} />
      {order ? (
        <OrderView order={order} />
      ) : error instanceof CallError && error.statusCode === 404 ? (
        <Empty sentence="We couldn't find that order." />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the order">
          <Skeleton className="h-[32rem] w-full max-w-2xl" />
        </Loading>
      )}
    </>
  )
}
