/** Lists, newest first and a page at a time. Source: https://docs.stripe.com/api/pagination */
import { and, type Column, eq, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'

const Seconds = z.coerce.number().int()
const Bounds = z.strictObject({ gt: Seconds, gte: Seconds, lt: Seconds, lte: Seconds }).partial()
const At = Seconds.transform((at): z.output<typeof Bounds> => ({ gte: at, lte: at }))

/** The parameters that every list takes. */
export const PAGING = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
  created: z.union([At, Bounds]).optional(),
}
const Paging = z.object(PAGING)
export type Paging = z.output<typeof Paging>

interface Place {
  created: number
  id: string
}

/** Which rows of a table a page may show: those that come after `after`, and were made when the caller asks for. */
export function within(
  table: { created: Column; id: Column },
  { created = {} }: Paging,
  after: Place | undefined,
): SQL | undefined {
  const bounds = [
    created.gt !== undefined && gt(table.created, created.gt),
    created.gte !== undefined && gte(table.created, created.gte),
    created.lt !== undefined && lt(table.created, created.lt),
    created.lte !== undefined && lte(table.created, created.lte),
  ]
  const older =
    after && or(lt(table.created, after.created), and(eq(table.created, after.created), lt(table.id, after.id)))
  return and(older, ...bounds.filter((bound) => bound !== false))
}

/** A page of what was found, which is one more than the page takes where there are further ones. */
export function pageOf<T>(found: T[], { limit }: Paging, url: string): Stripe.ApiList<T> {
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url }
}
