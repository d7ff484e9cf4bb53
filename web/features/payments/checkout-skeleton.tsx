import { Loading, Skeleton } from '#web/ui/states.tsx'

export function CheckoutSkeleton() {
  return (
    <Loading what="the payment">
      <div className="grid gap-8 md:grid-cols-2 lg:gap-14">
        <Skeleton className="h-52 w-full sm:aspect-[3/2] sm:h-auto" />
        <Skeleton className="h-72 w-full" />
      </div>
    </Loading>
  )
}
