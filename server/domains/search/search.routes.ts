import { api } from '#contract/api.ts'
import { SEARCH_ROWS } from '#contract/values/limits.ts'
import { findClasses } from '#server/domains/classes/search/find-classes.ts'
import { findOrders } from '#server/domains/orders/orders.ts'
import { findPayments } from '#server/domains/payments/find-payments.ts'
import { findPeople } from '#server/domains/users/find-people.ts'
import { findVouchers } from '#server/domains/vouchers/find-vouchers.ts'
import type { Serve } from '#server/ports/serve.ts'

export function searchRoutes(serve: Serve): void {
  serve(api.searchSchool, async ({ db }, { query: { q } }) => ({
    people: await findPeople(db, q, SEARCH_ROWS),
    classes: await findClasses(db, q, SEARCH_ROWS),
    orders: await findOrders(db, q),
    vouchers: await findVouchers(db, q, SEARCH_ROWS),
    payments: await findPayments(db, q, SEARCH_ROWS),
  }))
}
