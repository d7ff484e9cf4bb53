/** Lists that are read one page at a time: search, order and page. */
import { z } from 'zod'
import { Text } from './fields.ts'
import { MAX_NAME_LENGTH } from './limits.ts'

/**
 * Returns the schema of a query for one page of a list with the sort keys `keys`. Without `page` the call returns the whole list.
 * A header (call.ts) contains the number of all matching rows.
 */
export function listQuery<const K extends readonly [string, ...string[]]>(keys: K) {
  return z.object({
    /** Words that a row must contain. */
    q: Text.trim().max(MAX_NAME_LENGTH).optional(),
    /** Newest first by default. */
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

/** Some rows of a list, and the number of all rows. */
export interface Page<Row> {
  rows: Row[]
  total: number
}
