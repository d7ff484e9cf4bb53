/** Reading a list a page at a time; the page before stays on the screen until the next one is there. */
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ROWS_A_PAGE } from '#contract/page-size.ts'
import type { ListQuery, Page } from '#contract/pages.ts'

export interface ReadPage<Row> extends Page<Row> {
  /** Where its first row stands in the whole list, counted from 0. */
  first: number
}

/** The query of a page, under the list's own key: to forget it forgets every page of the list. */
export function pagedQuery<Row, Query extends ListQuery>(
  list: QueryKey,
  query: Query,
  read: (query: Query) => Promise<Page<Row>>,
) {
  const first = ((query.page ?? 1) - 1) * ROWS_A_PAGE
  return queryOptions({
    queryKey: [...list, query],
    queryFn: async (): Promise<ReadPage<Row>> => ({ ...(await read(query)), first }),
    placeholderData: keepPreviousData,
  })
}
