/** Lists with pagination, newest first. Source: https://docs.stripe.com/api/pagination */
import { and, type Column, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'

const Seconds = z.coerce.number().int()
const Bounds = z.strictObject({ gt: Seconds, gte: Seconds, lt: Seconds, lte: Seconds }).partial()
const At = Seconds.transform((at): z.output<typeof Bounds> => ({ gte: at, lte: at }))

/** The parameters of every list. */
export const PAGING = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
  created: z.union([At, Bounds]).optional(),
}
const Paging = z.object(PAGING)
export type Paging = z.output<typeof Paging>

interface Cursor {
  created: number
  id: string
}

/** Returns the condition for the rows of a page: they come after `after`, and were created within the bounds. */
export function isOnPage(
  table: { created: Column; id: Column },
  { created = {} }: Paging,
  after: Cursor | undefined,
): SQL | undefined {
  const bounds = [
    created.gt !== undefined && gt(table.created, created.gt),
    created.gte !== undefined && gte(table.created, created.gte),
    created.lt !== undefined && lt(table.created, created.lt),
    created.lte !== undefined && lte(table.created, created.lte),
  ]
  // A comparison of rows begins in the index where the page does.
  const isAfter = after && sql`(${table.created}, ${table.id}) < (${after.created}, ${after.id})`
  return and(isAfter, ...bounds.filter((bound) => bound !== false))
}

/** Returns a page of rows. The query selects one row more than the limit, which shows that there are further pages. */
export function toPage<T>(rows: T[], { limit }: Paging, url: string): Stripe.ApiList<T> {
  return { object: 'list', data: rows.slice(0, limit), has_more: rows.length > limit, url }
}
