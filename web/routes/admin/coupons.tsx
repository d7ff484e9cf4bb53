import { CouponList } from '#web/features/coupons/coupon-list.tsx'
import { couponsQuery } from '#web/features/coupons/coupons.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Coupons', group: 'Money' },
  search: [
    {
      label: 'Coupons',
      about: 'Codes that reduce what classes cost',
      words: 'discount promo promotion voucher sale percent off early bird',
    },
  ],
  screenshots: [{ name: 'coupons' }],
} satisfies PageHandle

/** The coupons of the school. */
export default function CouponsPage() {
  const { data, error, refetch } = useFreshQuery(couponsQuery)
  return (
    <>
      <PageTitle page="Coupons" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Coupons</h1>
      <p className="mb-8 max-w-prose text-soft">
        Codes that students type before they pay. A use counts while its seats are in checkout, and once they are paid.
      </p>
      {data ? (
        <CouponList coupons={data} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the coupons">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
