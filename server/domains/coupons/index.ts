import type { Domain } from '../domain.ts'
import { couponsRoutes } from './coupons.routes.ts'
import { COUPON_EXPORTS } from './coupons.table.ts'

export const coupons: Domain = {
  routes: couponsRoutes,
  tables: { exported: COUPON_EXPORTS },
}
