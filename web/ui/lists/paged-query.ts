/** Reads a list in pages. The previous page stays on the screen until the next one is loaded. */
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ROWS_PER_PAGE } from '#contract/values/limits.ts'
import type { ListQuery, Page } from '#contract/values/pagination.ts'

export interface ReadPage<Row> extends Page<Row> {
  /** The index of its first row in the whole list, from 0. */
  first: number
}

/** Returns the query of a page. Its key starts with the list's, so that the list is invalidated as a whole. */
export function pagedQuery<Row, Query extends ListQuery>(
  list: QueryKey,
  query: Query,
  read: (query: Query) => Promise<Page<Row>>,
) {
  const first = ((query.page ?? 1) - 1) * ROWS_PER_PAGE
  return queryOptions({
    queryKey: [...list, query],
    queryFn: async (): Promise<ReadPage<Row>> => ({ ...(await read(query)), first }),
    placeholderData: keepPreviousData,
  })
}
