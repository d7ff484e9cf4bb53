/** Lists that are read a page at a time: what is looked for, in which order, and which rows of it. */
import { z } from 'zod'

export { ROWS_A_PAGE } from './page-size.ts'

/**
 * A query for one page of a list that can be ordered by `keys`. Without `page` the whole list is answered. The call says in a
 * header (call.ts) how many rows fit in all.
 */
export function listQuery<const K extends readonly [string, ...string[]]>(keys: K) {
  return z.object({
    /** Words that the row must have in it. */
    q: z.string().trim().max(200).optional(),
    /** Newest first, unless it is said. */
    sort: z.enum(keys).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    rows: z.coerce.number().int().min(1).max(100).optional(),
  })
}

/** Any list's query. */
export interface ListQuery<Key extends string = string> {
  q?: string | undefined
  sort?: Key | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  rows?: number | undefined
}

/** Some rows of a list, and how many there are in all. */
export interface Page<Row> {
  rows: Row[]
  total: number
}
