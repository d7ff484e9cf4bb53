import type { Domain } from '../domain.ts'
import { ordersRoutes } from './orders.routes.ts'
import { ORDER_EXPORTS } from './orders.table.ts'

export const orders: Domain = {
  routes: ordersRoutes,
  tables: { exported: ORDER_EXPORTS },
}
