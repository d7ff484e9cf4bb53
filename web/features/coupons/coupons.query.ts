/** GET, POST, PATCH and DELETE of coupons. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Coupon, CouponChange, NewCoupon } from '#contract/coupons.ts'
import { api, call } from '#web/api.ts'
import type { ContentCalls } from '#web/forms/use-content-form.ts'
import { queryKeys } from '#web/queries.ts'

export const couponsQuery = queryOptions({ queryKey: ['coupons'], queryFn: () => call(api.listCoupons) })

/** The classes that a coupon may be limited to, by name. */
export const couponClassesQuery = queryOptions({
  queryKey: [...queryKeys.allClasses, 'coupons'],
  queryFn: async () => {
    const query = { status: 'approve', sort: 'className', order: 'asc' } as const
    const classes = await call(api.listAllClasses, { query })
    return classes.map(({ _id, className: name }) => ({ _id, name }))
  },
})

/** Every call rejects with a CallError. */
export function useCouponCalls(): ContentCalls<Coupon, NewCoupon, CouponChange> {
  const client = useQueryClient()
  // Public scripts have the keys of queries.ts, and no room for these.
  const refetch = async () => {
    void client.invalidateQueries({ queryKey: queryKeys.activity })
    await client.invalidateQueries({ queryKey: couponsQuery.queryKey })
  }
  return {
    add: (body) => call(api.addCoupon, { body }).then(refetch),
    change: (id, body, ifMatch) => call(api.changeCoupon, { params: { id }, body }, { ifMatch }).then(refetch),
    remove: (id) => call(api.deleteCoupon, { params: { id } }).then(refetch),
    reload: () => client.fetchQuery({ ...couponsQuery, staleTime: 0 }),
  }
}
