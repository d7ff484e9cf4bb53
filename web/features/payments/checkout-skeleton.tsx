import { Loading, Skeleton } from '#web/ui/states.tsx'

export function CheckoutSkeleton() {
  return (
    <Loading what="the payment">
      <div className="checkout">
        <Skeleton className="h-52 w-full sm:aspect-[3/2] sm:h-auto" />
        <Skeleton className="h-72 w-full" />
      </div>
    </Loading>
  )
}
